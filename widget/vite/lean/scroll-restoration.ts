/*
 * The router's scroll restoration, left out: an embedded flow never touches the host's scroll position, and on the hosted page the heading takes
 * the focus at each step. It would add 0.8 KB (gzip) to the first screen. The build fails once this replaces nothing.
 */
export const defaultGetScrollRestorationKey = (location: { href: string }): string => location.href;
export const scrollRestorationCache = {};
export const storageKey = '';
export function setupScrollRestoration(): void {}
export function getElementScrollRestorationEntry(): undefined {
  return undefined;
}
