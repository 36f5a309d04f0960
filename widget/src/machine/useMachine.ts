import { useEffect, useState } from 'react';
import { createStore, type StateStore } from './store.js';
import { useStore } from './useStore.js';

/** The next state, and the effects to run. */
type Step<S, E, F> = (state: S, event: E) => readonly [state: S, ...effects: readonly F[]];

/** Creates the function that runs a machine's effects and sends their results. */
type Interpret<E, F> = (send: (event: E) => void) => (effect: F) => void;

export interface Machine<S, E, F> extends Pick<StateStore<S>, 'get' | 'subscribe'> {
  send: (event: E) => void;
  run: (effect: F) => void;
}

/** Runs a machine: keeps its state, and runs its effects through an interpreter. */
export function runMachine<S, E, F>(start: S, step: Step<S, E, F>, interpret: Interpret<E, F>): Machine<S, E, F> {
  const { get, set, subscribe } = createStore(start);
  const send = (event: E) => {
    const [next, ...effects] = step(get(), event);
    set(next);
    for (const effect of effects) run(effect);
  };
  const run = interpret(send);
  return { get, subscribe, send, run };
}

/** Runs a machine while the component is mounted, with the interpreter of the first render. `first` is an initial effect; it runs once. */
export function useMachine<S, E, F>(start: S, step: Step<S, E, F>, interpret: Interpret<E, F>, first?: F): readonly [S, (event: E) => void] {
  const [machine] = useState(() => {
    const made = runMachine(start, step, interpret);
    let isBegun = first === undefined;
    const begin = () => {
      if (isBegun) return;
      isBegun = true;
      made.run(first as F);
    };
    return { ...made, begin };
  });
  useEffect(() => machine.begin(), [machine]);
  return [useStore(machine), machine.send];
}
