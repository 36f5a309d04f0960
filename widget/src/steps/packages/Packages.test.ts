// @vitest-environment jsdom
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { packageList, type ListChange } from '../../../fake/packages.js';
import type { PackageList } from '../../client/types.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { cardsOf, packageOfCode, yearsOfCode, yearsShown } from './cards.js';
import { Packages, type PackagesProps } from './Packages.js';

const languages = { en: await createI18n('en', ['frame', 'step', 'order']), es: await createI18n('es', ['frame', 'step', 'order']) };

/** Returns the offer's sentence, if there is one. */
function offer(change: ListChange, given: Partial<PackagesProps> = {}, language: keyof typeof languages = 'en', locale = 'en-GB') {
  const list = { ...packageList('en', change), locale };
  const part = createElement(Packages, { list, years: 1, recommendsPremium: false, onChoose: () => undefined, ...given });
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(createElement(SpokenContext, { value: languages[language] }, part));
  return place.querySelector('.cj-banner')?.textContent;
}

/** Ends every offer of one term at noon of 5 April 2027. */
function ending(years: number): PackageList {
  const list = packageList('en', { offer: true });
  const packages = list.packages.map(({ offer: found, ...rest }) =>
    rest.subDurationInYears === years && found ? { ...rest, offer: { ...found, endsAt: '2027-04-05T12:00:00Z' } } : rest,
  );
  return { ...list, locale: 'en-GB', packages };
}

test.each([
  ['en-GB', 'en', '5 April 2027'],
  ['en-US', 'en', 'April 5, 2027'],
  ['en-GB', 'es', '5 de abril de 2027'],
] as const)('an offer’s last day is written as the amounts beside it (%s, in %s)', (locale, language, day) => {
  expect(offer({}, { list: { ...ending(1), locale } }, language)).toContain(day);
});

test('an offer of the other term isn’t announced', () => {
  expect([offer({}, { list: ending(2) }), offer({}, { list: ending(2), years: 2 }), offer({})]).toEqual([
    undefined,
    expect.stringContaining('5 April 2027'),
    undefined,
  ]);
});

test('the cards of a term, the custom package last, and the premium one first where it is recommended', () => {
  const { packages } = packageList('en');
  const names = (years: 1 | 2, recommendsPremium: boolean) =>
    cardsOf(packages, years, recommendsPremium).map(({ item, isRecommended }) => `${item.packageName}${isRecommended ? '!' : ''}`);
  expect([names(1, false), names(2, true)]).toEqual([
    ['P0_ESSENTIAL_1Y', 'P0_PREMIUM_1Y', 'P0_CUSTOM'],
    ['P0_PREMIUM_2Y!', 'P0_ESSENTIAL_2Y', 'P0_CUSTOM'],
  ]);
});

test('a selection code names a package and a term; without a 2 at its end it means one year', () => {
  const { packages } = packageList('en');
  const codes = ['pre2', 'PRE1', 'PRE3', 'ESS0', 'XYZ1', '', undefined];
  expect(codes.map((code) => [packageOfCode(packages, code)?.packageName, yearsOfCode(code)])).toEqual([
    ['P0_PREMIUM_2Y', 2],
    ['P0_PREMIUM_1Y', 1],
    ['P0_PREMIUM_1Y', 1],
    ['P0_ESSENTIAL_1Y', 1],
    [undefined, 1],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test('after Back the term of the choice is shown, of a custom package too', () => {
  const { packages } = packageList('en');
  const [one, , , two, custom] = packages;
  const order = (productId: string) => ({ packageId: 1, productId }) as never;
  expect([
    yearsShown(undefined, order('SUB2YEAR')),
    yearsShown(one, undefined),
    yearsShown(two, order('SUB1YEAR')),
    yearsShown(custom, order('SUB2YEAR')),
    yearsShown(custom, order('SUB1YEAR')),
    yearsShown(custom, undefined),
  ]).toEqual([undefined, 1, 2, 2, 1, undefined]);
});
