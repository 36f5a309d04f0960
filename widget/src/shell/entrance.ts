import type { InviteLink } from '../client/invite.js';
import { linkToken, referrerKey, selectionCode } from '../rules/linkPatterns.js';
import type { SignupSession } from '../session/session.js';
import { basePath, type ResolvedSetting } from '../session/setting.js';

/** The targets of mailed links to set a username or a password; their fragments look like an invitation's. */
const tokenPaths = [`${basePath}/credentials`, `${basePath}/password`];
/** The target of a mailed link to continue a sign-up. */
export const resumePath = `${basePath}/resume`;
const accountPath = `${basePath}/account`;
export const longestId = 64;

/**
 * Reads the address or the setting: a discount (`?discount=true&referrer=KEY&pct=BASE64`) and a selection code (`?selection=PRE2`).
 * The link's percentage is kept but never shown: the server and the banner use the referrer key. A mailed link
 * brings a token in the fragment, and so does a login on another site's page.
 */
export function readEntrance(
  setting: ResolvedSetting,
  search: string = setting.hosted ? location.search : '',
  fragment: string = setting.hosted ? location.hash : '',
  path: string = setting.hosted ? location.pathname : '',
): Partial<SignupSession> {
  const query = new URLSearchParams(search);
  const entrance: Partial<SignupSession> = {};
  const referrer = query.get('discount') === 'true' ? query.get('referrer') : setting.referrer;
  const percentage = query.get('discount') === 'true' ? readPercentage(query.get('pct')) : setting.percentage;
  if (referrer && referrerKey.test(referrer)) entrance.discount = { referrer, percentage: percentage ?? 0 };
  const selection = (query.get('selection') ?? setting.selection)?.toUpperCase();
  if (selection && selectionCode.test(selection)) entrance.selectionCode = selection;
  const token = new URLSearchParams(fragment.slice(1)).get('token');
  if (token && linkToken.test(token) && path !== resumePath && !readInviteLink(setting, search, fragment, path))
    entrance[path === accountPath ? 'handOver' : 'mailedToken'] = token;
  return entrance;
}

/**
 * Reads an invitation's link. User id and token are in the fragment, where neither logs nor referrers see them (`#userId=…&token=…`), or in the
 * query, where mail programs and shorteners may have moved them. When embedded, they come from the setting. The links to set username and password look
 * the same, and differ by their paths.
 */
export function readInviteLink(
  setting: ResolvedSetting,
  search: string = setting.hosted ? location.search : '',
  fragment: string = setting.hosted ? location.hash : '',
  path: string = setting.hosted ? location.pathname : '',
): InviteLink | undefined {
  if (tokenPaths.includes(path)) return undefined;
  const linked = [new URLSearchParams(fragment.slice(1)), new URLSearchParams(search)].map((part) => ({
    userId: part.get('userId'),
    token: part.get('token'),
  }));
  for (const { userId, token } of [...linked, { userId: setting.inviteUser, token: setting.inviteToken }]) {
    if (userId && token && userId.length <= longestId && linkToken.test(token)) return { userId, token };
  }
  return undefined;
}

/**
 * Reloads the page when a link to the same page is opened in its tab: that changes only the fragment.
 * Returns a function that stops listening.
 */
export function watchLinks(setting: ResolvedSetting): () => void {
  if (!setting.hosted) return () => undefined;
  const onChange = () => {
    if (location.hash.includes('token=')) location.reload();
  };
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** Removes the secrets of a link from the address bar and the history entry immediately. */
export function clearAddress(): void {
  const query = new URLSearchParams(location.search);
  const isInQuery = query.has('token');
  if (!isInQuery && !location.hash.includes('token=')) return;
  if (isInQuery) for (const name of ['token', 'userId']) query.delete(name);
  const search = isInQuery ? query.toString() : location.search.slice(1);
  history.replaceState(history.state, '', `${location.pathname}${search ? `?${search}` : ''}`);
}

function readPercentage(encoded: string | null): number | undefined {
  try {
    const percentage = Number(atob(encoded ?? ''));
    return Number.isFinite(percentage) && percentage > 0 && percentage <= 100 ? Math.floor(percentage) : undefined;
  } catch {
    return undefined;
  }
}
