import { failureMessage, ValidationFailure } from '../client/failure.js';
import type { PaymentAnswer } from '../client/types.js';
import type { Flow } from '../flow/flow.js';
import type { handOver } from '../session/otherTab.js';
import type { EffectOf } from './effect.js';
import type { Event } from './event.js';
import type { loadProvider } from './providers/provider.js';
import type { StageMessage } from './state.js';

/** The parts of the flow that the checkout uses. */
export type CheckoutFlow = Pick<Flow, 'api' | 'bootstrap' | 'buyer' | 'emit' | 'fail' | 'go' | 'keeper' | 'lost' | 'setting' | 'track'>;

/** Code that loads with review: it sends a payment, and looks up the outcome of one. */
export interface PaymentCode {
  payOrder: (effect: EffectOf<'pay'>, ports: Ports, send: Send) => Promise<void>;
  fetchPayment: (ports: Ports) => Promise<PaymentAnswer | undefined>;
}

/** Everything outside of the checkout that its effects use. */
export interface Ports {
  /** The current flow: a change of language brings another buyer. */
  flow: () => CheckoutFlow;
  loadProvider: typeof loadProvider;
  /** Loads review together with the payment code. Rejects if it can't be loaded. */
  loadPayment: () => Promise<PaymentCode>;
  /** Loads the handover of the sign-up to another tab: Venmo's application may open one. */
  loadVenmo: () => Promise<{ handOver: typeof handOver }>;
  /** Resolves after some milliseconds. */
  wait: (ms: number) => Promise<void>;
}

export type Send = (event: Event) => void;

/** Returns the message of a failure. Undefined if it ended the whole sign-up, which the flow reports by itself. */
export function stageMessageOf(error: unknown, { lost, emit }: Pick<CheckoutFlow, 'lost' | 'emit'>): StageMessage | undefined {
  if (error instanceof ValidationFailure) return { kind: 'violations', violations: error.violations };
  if (lost(error)) return undefined;
  const failure = failureMessage(error, 'unexpected_error');
  emit('error', { code: failure.code, canContinue: true });
  return { kind: 'failure', failure };
}
