/*
 * The router's own reader and writer of queries as JSON, left out: no screen has its own query, and the query of the hosted page's address is
 * kept unchanged. It would add 0.8 KB (gzip) to the first screen. The build fails once this replaces nothing.
 */
export const defaultParseSearch = (search: string): { search?: string } => (search ? { search } : {});
export const defaultStringifySearch = ({ search = '' }: { search?: string }): string => search;
