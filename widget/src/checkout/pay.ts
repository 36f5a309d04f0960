import { LostAnswer, Problem, ValidationFailure } from '../client/failure.js';
import type { PaymentAnswer, PaymentInput } from '../client/types.js';
import type { Buyer } from '../flow/buyer.js';

export interface PayOptions {
  calls: Pick<Buyer, 'pay' | 'payment'>;
  /** Keeps the key through lost answers, 202 and reloads; undefined after a decline or refusal. An accepted payment's key stays until it is announced. */
  keepKey: (key: string | undefined) => void;
  /** The payment was sent, and its outcome isn't known yet. */
  onConfirming: () => void;
  /** Waits; tests shorten it. */
  wait: (ms: number) => Promise<void>;
}

/** The number of tries to get a lost answer before the buyer gets a message. */
const lostAnswers = 3;
const pollMs = 2000;

/**
 * Pays under one key until there is a final answer. After a lost answer it repeats the request with the same key; on 202 it polls. Only a final answer
 * (declined, refused) gives up the key, never a missing one.
 * Resolves with the accepted answer; rejects with ValidationFailure after a decline or refusal, Problem or LostAnswer otherwise.
 */
export async function pay(input: PaymentInput, key: string, options: PayOptions): Promise<PaymentAnswer> {
  const { calls, keepKey, wait } = options;
  keepKey(key);
  for (let lost = 0; ;) {
    try {
      return await settle(await calls.pay(input, key), options);
    } catch (error) {
      if (error instanceof LostAnswer && lost < lostAnswers) {
        lost += 1;
        options.onConfirming();
        await wait(1000 * 2 ** (lost - 1));
      } else if (error instanceof Problem && error.code === 'in_progress') {
        options.onConfirming();
        await wait((error.retryAfter ?? 2) * 1000);
      } else if (error instanceof Problem && error.code === 'registration_paid') {
        // Another tab was faster: its payment counts for this sign-up.
        return settle(await calls.payment(), options);
      } else {
        if (isFinal(error)) keepKey(undefined);
        throw error;
      }
    }
  }
}

/** Looks up the outcome of a payment from before a reload; undefined if there was none. */
export async function resumePayment(options: PayOptions): Promise<PaymentAnswer | undefined> {
  try {
    return await settle(await options.calls.payment(), options);
  } catch (error) {
    if (error instanceof ValidationFailure || (error instanceof Problem && error.status < 500)) {
      options.keepKey(undefined);
      return undefined;
    }
    throw error;
  }
}

/** Polls until the payment is decided. */
async function settle(first: PaymentAnswer, options: PayOptions): Promise<PaymentAnswer> {
  let answer = first;
  while (answer.status === 'confirming') {
    options.onConfirming();
    await options.wait(pollMs);
    try {
      answer = await options.calls.payment();
    } catch (error) {
      // The server can't be reached right now: the payment is still being confirmed.
      if (!(error instanceof LostAnswer) && !(error instanceof Problem && error.status >= 500)) throw error;
    }
  }
  if (answer.status !== 'declined') return answer;
  options.keepKey(undefined);
  throw new ValidationFailure(answer.validationErrors ?? []);
}

/** Reports whether the server has decided: a retry would be a new payment. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof ValidationFailure || (error instanceof Problem && error.status < 500 && error.status !== 429 && error.code !== 'in_progress')
  );
}
