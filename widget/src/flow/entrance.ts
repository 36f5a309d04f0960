import type { Session } from './session.js';
import type { ResolvedSetting } from './setting.js';

const selectionCode = /^[a-z]{2,8}\d$/i;

/**
 * What the address or the setting brings along: a discount (`?discount=true&referrer=KEY&pct=BASE64`) and a selection code (`?selection=PRE2`).
 * The percentage is for the banner only; the server goes by the referrer key. A mailed link brings a credentials token in the fragment.
 */
export function readEntrance(
  setting: ResolvedSetting,
  search: string = setting.hosted ? location.search : '',
  fragment: string = setting.hosted ? location.hash : '',
): Partial<Session> {
  const query = new URLSearchParams(search);
  const entrance: Partial<Session> = {};
  const referrer = query.get('discount') === 'true' ? query.get('referrer') : setting.referrer;
  const percentage = query.get('discount') === 'true' ? readPercentage(query.get('pct')) : setting.percentage;
  if (referrer && referrer.length <= 100) entrance.discount = { referrer, percentage: percentage ?? 0 };
  const selection = query.get('selection') ?? setting.selection;
  if (selection && selectionCode.test(selection)) entrance.selectionCode = selection.toUpperCase();
  const token = new URLSearchParams(fragment.slice(1)).get('token');
  if (token && token.length <= 512) entrance.mailedToken = token;
  return entrance;
}

/** Takes a secret that came by the address out of the address bar and the history entry at once. */
export function clearFragment(): void {
  if (location.hash.includes('token=')) history.replaceState(history.state, '', `${location.pathname}${location.search}`);
}

function readPercentage(encoded: string | null): number | undefined {
  try {
    const percentage = Number(atob(encoded ?? ''));
    return Number.isFinite(percentage) && percentage > 0 && percentage <= 100 ? Math.floor(percentage) : undefined;
  } catch {
    return undefined;
  }
}
