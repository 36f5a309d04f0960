// @vitest-environment jsdom
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { paidOf, type PaidChange } from '../../../fake/receipt.js';
import type { Receipt } from '../../client/types.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { ReceiptDetails } from './ReceiptDetails.js';

const languages = { en: await createI18n('en', ['frame', 'step', 'order']), es: await createI18n('es', ['frame', 'step', 'order']) };

/** Returns the details of a receipt of 21 November 2026, by label. */
function details(change: Partial<Receipt>, { language = 'en', ...paid }: PaidChange & { language?: keyof typeof languages } = {}) {
  const receipt = { ...paidOf('en', paid).receipt, ...change };
  const place = document.createElement('div');
  const part = createElement(ReceiptDetails, { receipt, onPrint: () => undefined });
  place.innerHTML = renderToStaticMarkup(createElement(SpokenContext, { value: languages[language] }, part));
  return Object.fromEntries(Array.from(place.querySelectorAll('dt'), (term) => [term.textContent, term.nextElementSibling?.textContent]));
}

test.each([
  ['en-GB', 'en', '21 November 2026', '21 November 2027'],
  ['en-US', 'en', 'November 21, 2026', 'November 21, 2027'],
  [undefined, 'en', 'November 21, 2026', 'November 21, 2027'],
  // The language has changed since the receipt was loaded.
  ['en-GB', 'es', '21 de noviembre de 2026', '21 de noviembre de 2027'],
] as const)('days of a receipt in %s, read in %s', (locale, language, paid, renews) => {
  const shown = Object.values(details({ ...(locale && { locale }) }, { language }));
  expect([shown.includes(paid), shown.includes(renews)]).toEqual([true, true]);
});

test('a receipt says when it renews, or when it ends', () => {
  const days = ({ 'Renews on': renews, 'Ends on': ends }: Record<string, unknown>) => [renews, ends];
  expect([days(details({ renewsOn: '2027-11-22' })), days(details({}, { free: true }))]).toEqual([
    ['November 22, 2027', undefined],
    [undefined, 'November 21, 2027'],
  ]);
});

test('a card is named by its last digits, a wallet by its name only', () => {
  const methods = [details({}), details({ cardLastFour: '1111' }, { paymentType: 'APPLE_PAY' }), details({}, { free: true })];
  expect(methods.map((one) => one['Paid with'])).toEqual(['Card ending in 1111', 'Apple Pay', 'Nothing was due']);
});

test('the official number comes before our own, and the seller with address and tax number', () => {
  const seller = { name: 'Cojoin Ltd', address: '1 Street, Leeds', taxId: 'GB 1' };
  const sold = (change: Partial<Receipt>) => {
    const { 'Receipt number': number, 'Sold by': by, 'Tax ID': tax } = details(change);
    return { number, by, tax };
  };
  expect([sold({ number: 'GB-2026-000001', seller }), sold({ seller: { name: 'Cojoin Ltd' } as never }), sold({})]).toEqual([
    { number: 'GB-2026-000001', by: 'Cojoin Ltd, 1 Street, Leeds', tax: 'GB 1' },
    { number: 'R-2026-004821', by: 'Cojoin Ltd', tax: undefined },
    { number: 'R-2026-004821', by: undefined, tax: undefined },
  ]);
});
