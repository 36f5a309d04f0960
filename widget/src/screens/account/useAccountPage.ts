import { useEffect, useState, useSyncExternalStore } from 'react';
import { createInterpreter, type AccountPorts } from './interpreter.js';
import { start, step, type Event, type State } from './machine.js';

/** The state of the account page, and how to tell it what happens. The ports are those of the first render. */
export function useAccountPage(ports: () => AccountPorts): readonly [State, (event: Event) => void] {
  const [{ subscribe, get, send, load }] = useState(() => run(ports()));
  useEffect(load, [load]);
  return [useSyncExternalStore(subscribe, get), send];
}

function run(ports: AccountPorts) {
  let state = start;
  let isAsked = false;
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
    /** Asks for the page, once, however often React mounts the screen. */
    load: () => {
      if (!isAsked) interpret({ do: 'load' });
      isAsked = true;
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
