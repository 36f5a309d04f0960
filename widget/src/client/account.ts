import { answerOf, bearer, type Api } from './api.js';
import type { PayAgainInput } from './types.js';

/** The calls of somebody who is logged in; `token` is the login's. They throw Problem or LostAnswer; a login that is over is a Problem with status 401. */
export type AccountApi = ReturnType<typeof accountCalls>;

export function accountCalls({ client }: Api) {
  return {
    page: (token: string) => answerOf(client.GET('/v1/account', { headers: bearer(token) })),
    receipt: (token: string, receiptId: string) =>
      answerOf(client.GET('/v1/account/receipts/{receiptId}', { params: { path: { receiptId } }, headers: bearer(token) })),
    /** Ends the renewal; what is paid for goes on to the end of its term. */
    cancel: (token: string, subscriptionId: string) =>
      answerOf(client.POST('/v1/subscriptions/{subscriptionId}/cancel', { params: { path: { subscriptionId } }, headers: bearer(token) })),
    /** The payment provider's client token, which turns another card into a nonce. */
    clientToken: (token: string, subscriptionId: string) =>
      answerOf(client.GET('/v1/subscriptions/{subscriptionId}/client-token', { params: { path: { subscriptionId } }, headers: bearer(token) })),
    replaceMethod: (token: string, subscriptionId: string, nonce: string) =>
      answerOf(
        client.PUT('/v1/subscriptions/{subscriptionId}/payment-method', {
          params: { path: { subscriptionId } },
          body: { nonce },
          headers: bearer(token),
        }),
      ),
    payAgain: (token: string, subscriptionId: string, body: PayAgainInput, key: string) =>
      answerOf(
        client.POST('/v1/subscriptions/{subscriptionId}/payment', {
          params: { path: { subscriptionId }, header: { 'Idempotency-Key': key } },
          body,
          headers: bearer(token),
        }),
      ),
    /** The address of home, with a code that brings the login there: it lives a minute. */
    handOver: (token: string) => answerOf(client.POST('/v1/account/hand-over', { body: {}, headers: bearer(token) })),
    /** Exchanges such a code for a login of this page, once. */
    takeOver: (code: string) => answerOf(client.POST('/v1/account/login', { headers: bearer(code) })),
    inviteAgain: (token: string) => answerOf(client.POST('/v1/account/co-parent/invitation', { headers: bearer(token) })),
    /** The account's logins, the newest first. */
    sessions: async (token: string) => (await answerOf(client.GET('/v1/sessions', { headers: bearer(token) }))).sessions,
    /** Ends one of these logins; without an id, all but this one. */
    endSession: async (token: string, sessionId?: string): Promise<void> => {
      if (sessionId === undefined) await answerOf(client.DELETE('/v1/sessions', { headers: bearer(token) }));
      else await answerOf(client.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } }, headers: bearer(token) }));
    },
    logout: async (token: string): Promise<void> => {
      await answerOf(client.POST('/v1/account/logout', { headers: bearer(token) }));
    },
  };
}
