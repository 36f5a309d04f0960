import { useState, useSyncExternalStore } from 'react';
import { createInterpreter, type CredentialsPorts } from './interpreter.js';
import { start, step, type Event, type State } from './machine.js';

/** The state of choosing username and password, and how to tell it what happens. The ports are those of the first render. */
export function useCredentials(ports: () => CredentialsPorts): readonly [State, (event: Event) => void] {
  const [{ subscribe, get, send }] = useState(() => run(ports()));
  return [useSyncExternalStore(subscribe, get), send];
}

function run(ports: CredentialsPorts) {
  let state = start;
  const listeners = new Set<() => void>();
  const send = (event: Event) => {
    const [next, ...effects] = step(state, event);
    state = next;
    for (const listener of listeners) listener();
    for (const effect of effects) interpret(effect);
  };
  const interpret = createInterpreter(ports, send);
  return {
    get: () => state,
    send,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
