/*
 * Deep links of an embedded flow, if the host enables them: one query parameter of the page's address, `?cojoin=/step2`, so that a reload or
 * a bookmark leads back to the screen. It replaces the address and never adds to the history: the Back button stays the host's.
 */

/** Returns the path of the screen in the address; undefined if there is none. */
export function readDeepLink(parameter: string, search: string = location.search): string | undefined {
  const path = new URLSearchParams(search).get(parameter);
  return path && /^\/[a-z\d/-]{0,60}$/i.test(path) && !path.includes('//') ? path : undefined;
}

/** Writes the screen into the address; undefined removes the parameter. */
export function writeDeepLink(parameter: string, path: string | undefined): void {
  const url = new URL(location.href);
  if ((url.searchParams.get(parameter) ?? undefined) === path) return;
  if (path === undefined) url.searchParams.delete(parameter);
  else url.searchParams.set(parameter, path);
  history.replaceState(history.state, '', `${url.pathname}${url.search.replaceAll('%2F', '/')}${url.hash}`);
}

/** The screen in the page's address, under the host's parameter name. */
export interface DeepLink {
  read: () => string | undefined;
  write: (path: string | undefined) => void;
}

export function deepLink(parameter: string): DeepLink {
  return { read: () => readDeepLink(parameter), write: (path) => writeDeepLink(parameter, path) };
}
