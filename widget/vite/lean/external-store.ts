/* use-sync-external-store's shim is React's own hook since React 18. The package calls require, which browsers lack; 0.1 KB (gzip) less. */
export { useSyncExternalStore } from 'react';
