/*
 * Deep links of an embedded flow, where the host asks for them: one query parameter of the page's address, `?cojoin=/step2`, so that a reload or
 * a bookmark comes back to the screen. It replaces the address and never adds to the history: the Back button stays the host's.
 */

/** The screen that the address names, by its path; undefined where it names none. */
export function readDeepLink(parameter: string, search: string = location.search): string | undefined {
  const path = new URLSearchParams(search).get(parameter);
  return path && /^\/[a-z\d/-]{0,60}$/i.test(path) && !path.includes('//') ? path : undefined;
}

/** Writes the screen into the address; undefined takes the parameter out of it. */
export function writeDeepLink(parameter: string, path: string | undefined): void {
  const url = new URL(location.href);
  if ((url.searchParams.get(parameter) ?? undefined) === path) return;
  if (path === undefined) url.searchParams.delete(parameter);
  else url.searchParams.set(parameter, path);
  history.replaceState(history.state, '', `${url.pathname}${url.search.replaceAll('%2F', '/')}${url.hash}`);
}

/** The screen in the page's address, under the name that the host chose. */
export interface DeepLink {
  read: () => string | undefined;
  write: (path: string | undefined) => void;
}

export function deepLink(parameter: string): DeepLink {
  return { read: () => readDeepLink(parameter), write: (path) => writeDeepLink(parameter, path) };
}
