import { expect, test } from 'vitest';
import { LostAnswer, Problem, ValidationFailure } from '../client/failure.js';
import type { PaymentAnswer, PaymentInput } from '../client/types.js';
import { pay, resumePayment, type PayOptions } from './pay.js';

type Step = PaymentAnswer | Error;

const accepted: PaymentAnswer = { status: 'accepted', clickToJoinToken: 'token' };
const confirming: PaymentAnswer = { status: 'confirming' };
const input: PaymentInput = { order: { packageId: 2001 }, payment: { taxId: 'q', amountDisplayed: '1.00', taxAmountDisplayed: '0.00' } };
const declined = new ValidationFailure([{ field: 'nonce', code: 'payment_declined', text: 'declined' }]);

/** A server with scripted answers, and the requests that it received. */
function script(pays: Step[], polls: Step[] = [], kept?: string) {
  const calls: string[] = [];
  let key = kept;
  let made = 0;
  let confirmed = 0;
  const next = (steps: Step[]) => {
    const step = steps.shift();
    if (step === undefined) throw new Error('asked more often than expected');
    return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
  };
  const options: PayOptions = {
    calls: {
      pay: (_input, used) => {
        calls.push(`pay ${used}`);
        return next(pays);
      },
      payment: () => {
        calls.push('poll');
        return next(polls);
      },
    },
    keepKey: (value) => {
      key = value;
    },
    onConfirming: () => {
      confirmed += 1;
    },
    wait: () => Promise.resolve(),
  };
  /** Presses Pay now: with the kept key, or with a new one. */
  const press = () => {
    made += key === undefined ? 1 : 0;
    return pay(input, key ?? `key${made}`, options);
  };
  return { options, calls, press, key: () => key, confirmed: () => confirmed };
}

test('an accepted payment keeps its key until its result is handled', async () => {
  const server = script([accepted]);
  await expect(server.press()).resolves.toEqual(accepted);
  expect({ calls: server.calls, key: server.key(), confirmed: server.confirmed() }).toEqual({ calls: ['pay key1'], key: 'key1', confirmed: 0 });
});

test('a lost response is requested again with the same key', async () => {
  const server = script([new LostAnswer(), new LostAnswer(), accepted]);
  await expect(server.press()).resolves.toEqual(accepted);
  expect(server.calls).toEqual(['pay key1', 'pay key1', 'pay key1']);
  expect(server.confirmed()).toBe(2);
});

test('answers that stay lost end in LostAnswer, and the next press uses the same key', async () => {
  const server = script([new LostAnswer(), new LostAnswer(), new LostAnswer(), new LostAnswer(), accepted]);
  await expect(server.press()).rejects.toBeInstanceOf(LostAnswer);
  expect(server.key()).toBe('key1');
  await server.press();
  expect(new Set(server.calls)).toEqual(new Set(['pay key1']));
});

test('202 is polled until it is decided', async () => {
  const server = script([confirming], [confirming, new LostAnswer(), new Problem(503, 'server_overloaded'), accepted]);
  await expect(server.press()).resolves.toEqual(accepted);
  expect(server.calls).toEqual(['pay key1', 'poll', 'poll', 'poll', 'poll']);
  expect(server.key()).toBe('key1');
});

test('a payment that is still running on the server is waited for with the same key', async () => {
  const server = script([new Problem(409, 'in_progress', 1), accepted]);
  await expect(server.press()).resolves.toEqual(accepted);
  expect(server.calls).toEqual(['pay key1', 'pay key1']);
});

test('a decline is final: the next try has a new key', async () => {
  const server = script([declined, accepted]);
  await expect(server.press()).rejects.toBe(declined);
  expect(server.key()).toBeUndefined();
  await server.press();
  expect(server.calls).toEqual(['pay key1', 'pay key2']);
});

test('a decline during confirmation has its reason', async () => {
  const violations = [{ field: 'nonce', code: 'payment_declined', text: 'declined' }];
  const server = script([confirming], [{ status: 'declined', validationErrors: violations }]);
  await expect(server.press()).rejects.toEqual(new ValidationFailure(violations));
  expect(server.key()).toBeUndefined();
});

test.each([
  [500, 'key1'],
  [503, 'key1'],
  [429, 'key1'],
  [403, undefined],
  [410, undefined],
  [422, undefined],
])('problem %d leaves key %s', async (status, key) => {
  const server = script([new Problem(status, 'x')]);
  await expect(server.press()).rejects.toBeInstanceOf(Problem);
  expect(server.key()).toBe(key);
});

test('after a reload, a payment that was accepted is found', async () => {
  const server = script([], [confirming, accepted], 'kept');
  await expect(resumePayment(server.options)).resolves.toEqual(accepted);
  expect(server.key()).toBe('kept');
});

test('after a reload, a payment that never was or was declined is given up', async () => {
  for (const end of [new Problem(404, 'payment_missing'), declined]) {
    const server = script([], [end], 'kept');
    await expect(resumePayment(server.options)).resolves.toBeUndefined();
    expect(server.key()).toBeUndefined();
  }
});

test('after a reload without a connection, the key is kept', async () => {
  const server = script([], [new LostAnswer()], 'kept');
  await expect(resumePayment(server.options)).rejects.toBeInstanceOf(LostAnswer);
  expect(server.key()).toBe('kept');
});

test('a sign-up that another tab has paid for meanwhile is answered with that payment', async () => {
  const server = script([new Problem(409, 'registration_paid')], [accepted]);
  await expect(server.press()).resolves.toEqual(accepted);
  expect({ calls: server.calls, key: server.key() }).toEqual({ calls: ['pay key1', 'poll'], key: 'key1' });
});
