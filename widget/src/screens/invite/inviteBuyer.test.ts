import { expect, test } from 'vitest';
import type { Api } from '../../client/api.js';
import { openInvitation } from '../../session/session.js';
import type { PaymentInput } from '../../client/types.js';
import { inviteBuyer } from './inviteBuyer.js';
import { PaymentRefused } from './loss.js';

interface SentRequest {
  method: string;
  path: string;
  options: { body?: unknown; headers?: unknown; params?: unknown };
}

/** A buyer that gets `answer` for every call, and its requests. */
function buyer(answer: { status: number; body: unknown }) {
  const requests: SentRequest[] = [];
  const call = (method: string) => (path: string, options: SentRequest['options']) => {
    requests.push({ method, path, options });
    const response = new Response(null, { status: answer.status });
    return Promise.resolve(answer.status < 300 ? { data: answer.body, response } : { error: answer.body, response });
  };
  const keeper = openInvitation(undefined, 'test');
  keeper.set({ invite: { userId: 'u1', token: 't1' } });
  const api = { client: { GET: call('GET'), PUT: call('PUT'), POST: call('POST') }, query: {} } as unknown as Api;
  return { calls: inviteBuyer(api, keeper), requests, keeper };
}

const input: PaymentInput = {
  order: { packageId: 2003 },
  payForCoparent: true,
  promoCodes: ['SPRING'],
  paymentCodes: ['CODE'],
  parentDuplicateConfirmed: true,
  termsAndConditions: true,
  marketingOptIn: false,
  payment: { taxId: 'q', amountDisplayed: '1.00', taxAmountDisplayed: '0.00', nonce: 'n', deviceData: 'd' },
};

test('an invited parent pays for one seat, by the token and nothing else', async () => {
  const { calls, requests } = buyer({ status: 200, body: { status: 'confirming' } });
  await expect(calls.pay(input, 'key1')).resolves.toEqual({ status: 'confirming' });
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/v1/invite/payment',
      options: {
        params: { query: { userId: 'u1' }, header: { 'Idempotency-Key': 'key1' } },
        headers: { Authorization: 'Bearer t1' },
        body: {
          order: { packageId: 2003 },
          payment: input.payment,
          deviceData: 'd',
          promoCodes: ['SPRING'],
          subscriptionCodes: ['CODE'],
          termsAndConditions: true,
          marketingOptIn: false,
        },
      },
    },
  ]);
});

test('an accepted payment without a receipt is requested again', async () => {
  const { calls } = buyer({ status: 200, body: { status: 'accepted' } });
  await expect(calls.pay(input, 'key1')).rejects.toMatchObject({ status: 502, code: 'invite_payment_failed' });
});

test.each([
  [403, undefined],
  [401, 112],
])('a payment refused with %s %s ends the invitation', async (status, statusCode) => {
  const { calls } = buyer({ status, body: { code: 'token_invalid', statusCode } });
  await expect(calls.pay(input, 'key1')).rejects.toBeInstanceOf(PaymentRefused);
});

test('a save has the user id, and its response is kept', async () => {
  const registration = { lastCompletedStep: 1 };
  const { calls, requests, keeper } = buyer({ status: 200, body: { validationErrors: [], invitation: { next: '/invite/packages', registration } } });
  await calls.save({ sections: ['PARENT'], parent: { firstName: 'Robin' } });
  expect(requests[0]).toMatchObject({
    method: 'PUT',
    path: '/v1/invite/registration',
    options: { body: { sections: ['PARENT'], parent: { firstName: 'Robin', userId: 'u1' } } },
  });
  expect(keeper.get()).toMatchObject({ registration, invitation: { next: '/invite/packages' } });
});

test.each([
  ['no payment', ['/invite/step1', '/invite/payment'], undefined, false],
  ['the server confirms one', ['/invite', '/invite/payment'], undefined, true],
  ['this tab sent one', ['/invite/step1', '/invite/payment'], 'key1', true],
])('is paying: %s', (_, routes, paymentKey, want) => {
  const { calls, keeper } = buyer({ status: 200, body: {} });
  keeper.set({ invitation: { routes } as never, paymentKey });
  expect(calls.isPaying()).toBe(want);
});
