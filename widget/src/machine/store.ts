/** A value with listeners. */
export interface StateStore<S> {
  get: () => S;
  /** Replaces the value and calls the listeners, unless it is the same value. */
  set: (next: S) => void;
  /** Adds a listener; returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<S>(first: S): StateStore<S> {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next) => {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
