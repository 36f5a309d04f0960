// @vitest-environment jsdom
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { CancelDialog } from './CancelDialog.js';
import { CodesPanel } from './CodesPanel.js';
import { CoParentPanel, type CoParentPanelProps } from './CoParentPanel.js';
import { ReceiptsPanel } from './ReceiptsPanel.js';
import { SessionsPanel } from './SessionsPanel.js';
import { SubscriptionPanel } from './SubscriptionPanel.js';

const languages = { en: await createI18n('en', ['frame', 'account']), es: await createI18n('es', ['frame', 'account']) };

/** Returns the text of a part of the page. */
function words(part: ReactElement, language: keyof typeof languages = 'en'): string {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(createElement(SpokenContext, { value: languages[language] }, part));
  return place.textContent ?? '';
}

const nothing = () => undefined;
const support = { phone: '', email: '' };

const invitation = (change: Partial<CoParentPanelProps['coParent']>, hasNewLink = false) =>
  createElement(CoParentPanel, {
    locale: 'en-US',
    coParent: {
      firstName: 'Luis',
      lastName: 'Market',
      state: 'expired',
      invitedAt: '2026-01-02T12:00:00Z',
      expiresAt: '2026-02-03T12:00:00Z',
      resendable: true,
      ...change,
    },
    support,
    isBusy: false,
    hasNewLink,
    isSent: false,
    onSend: nothing,
  });

test('once another link was sent, the day of the one before is no longer shown', () => {
  expect(words(invitation({}))).toContain('Link ended onFebruary 3, 2026');
  expect(words(invitation({}, true))).not.toMatch(/Link|February/);
});

test('an expired and erased invitation has no name, and isn’t shown as withdrawn', () => {
  const forgotten = words(invitation({ firstName: '', lastName: '', state: 'revoked', resendable: false }));
  expect(forgotten).not.toContain('Name');
  expect(forgotten).toContain('The invitation has expired.');
  expect(words(invitation({ state: 'revoked', resendable: false }))).toContain('The invitation was withdrawn.');
});

test.each([
  ['en', 'Your co-parent’s subscription', 'Your co-parent’s subscription stays'],
  ['es', 'Suscripción del otro progenitor', 'La suscripción del otro progenitor sigue'],
] as const)('the subscription of a co-parent without a name is the co-parent’s (%s)', (language, heading, question) => {
  const subscription = {
    id: 's',
    packageName: 'Premium',
    isOwn: false,
    startsAt: '2026-01-02T12:00:00Z',
    endsAt: '2027-01-02T05:00:00Z',
    endsOn: '2027-01-02',
    years: 1,
    renews: true,
    state: 'active',
  } as const;
  const common = { locale: 'en-US', subscription, other: '', onCancel: nothing };
  expect(words(createElement(SubscriptionPanel, { ...common, support, isDone: false, onReplace: nothing }), language)).toContain(heading);
  expect(words(createElement(CancelDialog, { ...common, isBusy: false, onKeep: nothing }), language)).toContain(question);
});

test('a suspended professional sees no instructions for buying codes', () => {
  const panel = (state: 'suspended' | 'verified') =>
    words(createElement(CodesPanel, { locale: 'en-US', support, professional: { state, batches: [] } }));
  expect(panel('verified')).toContain('cojoin login');
  expect(panel('suspended')).toBe('Your subscription codesYour account is suspended. Please contact support.You have no codes yet.');
});

test.each([
  ['en-GB', 'en', /\b5 April 2027/g, /\b5 Apr 2027/g],
  ['en-US', 'en', /\bApril 5, 2027/g, /\bApr 5, 2027/g],
  // The language has changed since the page was loaded.
  ['en-GB', 'es', /\b5 de abril de 2027/g, /\b5 abr 2027/g],
] as const)('the days of the account page are written as in %s, in %s', (locale, language, long, short) => {
  const at = '2027-04-05T12:00:00Z';
  const subscription = {
    id: 's',
    packageName: 'Premium',
    isOwn: true,
    startsAt: at,
    endsAt: at,
    endsOn: '2027-04-05',
    years: 1,
    renews: true,
    state: 'active',
    renewal: { price: '99.00', priceFormatted: '£99.00', currency: 'GBP', nextTryAt: at, nextTryOn: '2027-04-05', taxIncluded: true },
  } as const;
  const receipt = { receiptId: 'R', paidAt: at, paidOn: '2027-04-05', packageName: 'Premium', totalFormatted: '£99.00' };
  const batch = {
    id: 'b',
    packageName: 'Premium',
    size: 10,
    createdAt: at,
    expiresAt: at,
    state: 'active',
    unissued: 1,
    issued: 2,
    reserved: 3,
    redeemed: 4,
  };
  const session = { sessionId: 'x', kind: 'browser', createdAt: at, lastUsedAt: at, expiresAt: at, current: false } as const;
  const common = { locale, support, subscription: subscription as never, other: '', onCancel: nothing };
  const parts = {
    subscription: createElement(SubscriptionPanel, { ...common, isDone: true, onReplace: nothing }),
    cancel: createElement(CancelDialog, { ...common, isBusy: false, onKeep: nothing }),
    receipts: createElement(ReceiptsPanel, { locale, receipts: [receipt], onOpen: nothing, onSave: nothing }),
    codes: createElement(CodesPanel, { locale, support, professional: { state: 'verified', batches: [batch as never] } }),
    sessions: createElement(SessionsPanel, { locale, sessions: [session], isBusy: false, onEnd: nothing, onRetry: nothing }),
    coParent: createElement(CoParentPanel, {
      ...invitation({ invitedAt: at, expiresAt: at }).props,
      locale,
    }),
  };
  const count = (pattern: RegExp) =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        (renderToStaticMarkup(createElement(SpokenContext, { value: languages[language] }, part)).match(pattern) ?? []).length,
      ]),
    );
  expect({ long: count(long), short: count(short) }).toEqual({
    long: { subscription: 3, cancel: 1, receipts: 3, codes: 2, sessions: 1, coParent: 2 },
    short: { subscription: 0, cancel: 0, receipts: 0, codes: 0, sessions: 2, coParent: 0 },
  });
});
