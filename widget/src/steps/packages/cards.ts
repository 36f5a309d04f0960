import type { OrderChoice, Package } from '../../client/types.js';
import type { Years } from './TermChoice.js';

/** A package as it is shown. */
export interface Card {
  item: Package;
  isRecommended: boolean;
}

/** Returns the cards of one term, the custom package last; the premium one comes first if it is recommended. */
export function cardsOf(packages: readonly Package[], years: Years, recommendsPremium: boolean): Card[] {
  const ready = packages.filter((p) => !p.buildYourOwn && p.subDurationInYears === years);
  const own = packages.filter((p) => p.buildYourOwn);
  const cards = [...ready, ...own].map((item) => ({ item, isRecommended: recommendsPremium && isPremium(item) }));
  return recommendsPremium ? [...cards.filter((c) => c.isRecommended), ...cards.filter((c) => !c.isRecommended)] : cards;
}

function isPremium(item: Package): boolean {
  return item.packageName.includes('PREMIUM');
}

/** Returns the package of a selection code. A 2 at its end means two years, anything else one. */
export function packageOfCode(packages: readonly Package[], code: string | undefined): Package | undefined {
  const prefix = code?.toUpperCase().replace(/[013-9]$/, '1');
  return prefix ? packages.find((p) => p.selectionCode?.toUpperCase() === prefix) : undefined;
}

/** Returns the term of the earlier choice. */
export function yearsShown(chosen: Package | undefined, order: OrderChoice | undefined): Years | undefined {
  if (!chosen) return undefined;
  if (chosen.buildYourOwn) return order?.productId ? yearsOf(order) : undefined;
  return chosen.subDurationInYears === 2 ? 2 : 1;
}

/** Returns the term of a custom package. */
export const yearsOf = ({ productId }: OrderChoice): Years => (productId === 'SUB2YEAR' ? 2 : 1);

/** Returns the term of a selection code. */
export function yearsOfCode(code: string | undefined): Years | undefined {
  if (!code) return undefined;
  return code.endsWith('2') ? 2 : 1;
}
