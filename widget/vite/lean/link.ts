/*
 * The router's links, left out: ours are LinkButtons that call the flow's `go`, and have an address on the hosted page only. They would be 1.7 KB
 * (gzip) of the first screen. The build fails once this replaces nothing.
 */
export const Link = undefined;
export const createLink = undefined;
export const linkOptions = undefined;
export const useLinkProps = undefined;
