/* The router's links, left out: ours are LinkButtons that call the flow's `go`, and have an address on the hosted page only. */
export const Link = undefined;
export const createLink = undefined;
export const linkOptions = undefined;
export const useLinkProps = undefined;
