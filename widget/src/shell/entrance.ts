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
 * The content of the address or the setting: a discount (`?discount=true&referrer=KEY&pct=BASE64`) and a selection code (`?selection=PRE2`).
 * The percentage is kept as the link names it, and shown nowhere: the server goes by the referrer key, and so does the banner. A mailed link
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
 * The link of an invitation: user id and token are in the fragment, where neither logs nor referrers see them (`#userId=…&token=…`), or in the
 * query, where mail programs and shorteners may have put them. Embedded, the setting brings them. The links to set username and password look the
 * same and are told by their paths.
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
 * A link that is opened in a tab which shows its page already changes the fragment only: the page is then loaded again, as from anywhere else.
 * Answers how to stop listening.
 */
export function watchLinks(setting: ResolvedSetting): () => void {
  if (!setting.hosted) return () => undefined;
  const onChange = () => {
    if (location.hash.includes('token=')) location.reload();
  };
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** Removes secrets that came by the address from the address bar and the history entry immediately. */
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
