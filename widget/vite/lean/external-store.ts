/* use-sync-external-store's shim is React's own hook since React 18; the package asks for React by `require`, which no module of a browser has. */
export { useSyncExternalStore } from 'react';
