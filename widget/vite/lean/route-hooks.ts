/* The router's hooks for loaders, search and parameters, left out: our routes have none of these. */
export const useMatch = undefined;
export const useLoaderData = undefined;
export const useLoaderDeps = undefined;
export const useParams = undefined;
export const useSearch = undefined;
export const useRouteContext = undefined;
