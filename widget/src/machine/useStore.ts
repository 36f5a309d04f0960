import { useSyncExternalStore } from 'react';
import type { StateStore } from './store.js';

/** Returns the value of a store, and renders again on every change. */
export function useStore<S>({ subscribe, get }: Pick<StateStore<S>, 'get' | 'subscribe'>): S {
  return useSyncExternalStore(subscribe, get, get);
}
