/*
 * The router's own way to read and write queries as JSON, left out: no screen has a query of its own, and what the hosted page's address brings is
 * kept as it is. It would be 0.8 KB (gzip) of the first screen. The build fails once this replaces nothing.
 */
export const defaultParseSearch = (search: string): { search?: string } => (search ? { search } : {});
export const defaultStringifySearch = ({ search = '' }: { search?: string }): string => search;
