/*
 * The router's links, left out: ours are LinkButtons that call the flow's `go`, and have an address only on the hosted page. They would add 1.7 KB
 * (gzip) to the first screen. The build fails once this replaces nothing.
 */
export const Link = undefined;
export const createLink = undefined;
export const linkOptions = undefined;
export const useLinkProps = undefined;
