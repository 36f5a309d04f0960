import { answerOf, bearer, type Api } from './api.js';
import type { PayAgainInput } from './types.js';

/** The calls of a logged-in user; `token` is the login's. They throw Problem or LostAnswer; an ended login is a Problem with status 401. */
export type AccountApi = ReturnType<typeof accountCalls>;

export function accountCalls({ client }: Api) {
  return {
    page: (token: string) => answerOf(client.GET('/v1/account', { headers: bearer(token) })),
    receipt: (token: string, receiptId: string) =>
      answerOf(client.GET('/v1/account/receipts/{receiptId}', { params: { path: { receiptId } }, headers: bearer(token) })),
    /** Ends the renewal; the paid term runs to its end. */
    cancel: (token: string, subscriptionId: string) =>
      answerOf(client.POST('/v1/subscriptions/{subscriptionId}/cancel', { params: { path: { subscriptionId } }, headers: bearer(token) })),
    /** Returns the payment provider's client token, which turns another card into a nonce. */
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
    /** Returns the address of home, with a code that brings the login there. The code expires after a minute. */
    handOver: (token: string) => answerOf(client.POST('/v1/account/hand-over', { body: {}, headers: bearer(token) })),
    /** Exchanges such a code for a login of this page, once. */
    takeOver: (code: string) => answerOf(client.POST('/v1/account/login', { headers: bearer(code) })),
    inviteAgain: (token: string) => answerOf(client.POST('/v1/account/co-parent/invitation', { headers: bearer(token) })),
    /** Lists the account's logins, newest first. */
    sessions: async (token: string) => (await answerOf(client.GET('/v1/sessions', { headers: bearer(token) }))).sessions,
    /** Ends one of these logins; without an id, all but the current one. */
    endSession: async (token: string, sessionId?: string): Promise<void> => {
      if (sessionId === undefined) await answerOf(client.DELETE('/v1/sessions', { headers: bearer(token) }));
      else await answerOf(client.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } }, headers: bearer(token) }));
    },
    logout: async (token: string): Promise<void> => {
      await answerOf(client.POST('/v1/account/logout', { headers: bearer(token) }));
    },
  };
}
