import type { Wallet } from '../rules/index.js';
import type { CardForm, CardFormOptions, WalletButtonOptions } from './providers/port.js';
import { runMachine } from '../machine/useMachine.js';
import type { Due, Effect } from './effect.js';
import type { Event } from './event.js';
import { createInterpreter, type Interpreter } from './interpreter.js';
import { entry, step } from './machine.js';
import type { CheckoutFlow, Ports } from './ports.js';
import type { State } from './state.js';

/** A running checkout: the machine's state, and its effects. */
export interface Checkout {
  get: () => State;
  send: (event: Event) => void;
  subscribe: (listener: () => void) => () => void;
  /** Replaces the flow: another language has another buyer. */
  follow: (flow: CheckoutFlow) => void;
  /** Starts the checkout for a view; the returned function stops it. A payment that was sent goes on. */
  open: () => () => void;
  openCard: (options: CardFormOptions) => Promise<CardForm>;
  openButton: (wallet: Wallet, due: Due, at: Pick<WalletButtonOptions, 'place' | 'signal'>) => Promise<() => void>;
}

export function createCheckout(first: State, around: CheckoutFlow, outside: Omit<Ports, 'flow'>): Checkout {
  let flow = around;
  const ports: Ports = { ...outside, flow: () => flow };
  const { run, ...machine } = runMachine<State, Event, Effect>(first, step, () => (effect) => interpreter.run(effect));
  let interpreter: Interpreter = createInterpreter(ports, machine.send);
  return {
    ...machine,
    follow: (next) => {
      flow = next;
    },
    open: () => {
      const [, ...effects] = entry(machine.get());
      for (const effect of effects) run(effect);
      return () => {
        interpreter.close();
        interpreter = createInterpreter(ports, machine.send);
      };
    },
    openCard: (options) => interpreter.openCard(options),
    openButton: (wallet, due, at) => interpreter.openButton(wallet, due, at),
  };
}
