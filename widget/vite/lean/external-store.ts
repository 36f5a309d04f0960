/* use-sync-external-store's shim is React's own hook since React 18. The package requires React, which no module of a browser has; 0.1 KB (gzip) less. */
export { useSyncExternalStore } from 'react';
