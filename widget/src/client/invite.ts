import { answerOf, bearer, type AddressQuery, type Api } from './api.js';
import type { CountryCriteria, PaymentInput, QuoteInput, RegistrationInput } from './types.js';

/** The content of an invitation's link. The token is the proof; the user id alone opens nothing. */
export interface InviteLink {
  userId: string;
  token: string;
}

/** The calls of an invited parent. They throw ValidationFailure, Problem or LostAnswer. */
export type InviteApi = ReturnType<typeof createInviteApi>;

export function createInviteApi({ client, query, analyzed, identified }: Api) {
  const user = ({ userId }: InviteLink) => ({ userId });
  const proof = ({ token }: InviteLink) => bearer(token);
  const account = ({ userId }: InviteLink) => ({ path: { userId } });
  return {
    read: (link: InviteLink) => answerOf(client.GET('/v1/invite', { params: { query: { ...query, ...user(link) } }, headers: proof(link) })),
    update: (link: InviteLink, input: RegistrationInput, key: string) =>
      answerOf(
        client.PUT('/v1/invite/registration', {
          params: { query: { ...query, ...user(link) }, header: { 'Idempotency-Key': key } },
          body: { ...input, ...identified },
          headers: proof(link),
        }),
      ),
    /** Returns packages by id. An invitation lists its packages, so this call needs no pricing group, unlike a sign-up's. */
    packages: (ids: readonly number[]) =>
      answerOf(
        client.GET('/v1/packages', {
          params: { query: { ids: [...ids] } },
          // One parameter with comma-separated values.
          querySerializer: (parameters) => `ids=${parameters.ids?.join(',') ?? ''}`,
        }),
      ),
    coupons: async (link: InviteLink) =>
      (await answerOf(client.GET('/v1/invite/coupons', { params: { query: user(link) }, headers: proof(link) }))).coupons,
    quote: (link: InviteLink, { orderDetail, paymentCodes, promoCodes, address }: Omit<QuoteInput, 'limboId'>, signal?: AbortSignal) =>
      answerOf(
        client.POST('/v1/invite/pricing', {
          params: { query: user(link) },
          body: {
            ...(orderDetail ? { orderDetail } : {}),
            ...(address ? { address } : {}),
            subscriptionCodes: paymentCodes ?? [],
            promoCodes: promoCodes ?? [],
          },
          headers: proof(link),
          ...(signal ? { signal } : {}),
        }),
      ),
    /** Resolves if the package is on sale in the country; rejects with a ValidationFailure if it isn't. */
    validateCountry: (link: InviteLink, packageId: number, countryCriteria: CountryCriteria) =>
      answerOf(
        client.POST('/v1/invite/country-validation', { params: { query: user(link) }, body: { packageId, countryCriteria }, headers: proof(link) }),
      ),
    addresses: async (link: InviteLink, search: AddressQuery, signal?: AbortSignal) =>
      (
        await answerOf(
          client.GET('/v1/addresses/suggestions', {
            params: { query: { ...search, ...user(link) } },
            headers: proof(link),
            ...(signal ? { signal } : {}),
          }),
        )
      ).suggestions,
    address: (link: InviteLink, id: string, session: string) =>
      answerOf(client.GET('/v1/addresses/{id}', { params: { path: { id }, query: { session, ...user(link) } }, headers: proof(link) })),
    clientToken: (link: InviteLink, country: string) =>
      answerOf(client.GET('/v1/payment/client-token', { params: { query: { country, ...user(link) } }, headers: proof(link) })),
    /** Pays for the invited parent's own seat, the only one that an invited parent can pay for. */
    pay: (link: InviteLink, input: PaymentInput, key: string) => {
      const { order, payment, promoCodes, paymentCodes, termsAndConditions, marketingOptIn } = input;
      return answerOf(
        client.POST('/v1/invite/payment', {
          params: { query: user(link), header: { 'Idempotency-Key': key } },
          body: {
            ...(order ? { order } : {}),
            ...(payment ? { payment } : {}),
            ...(payment?.deviceData ? { deviceData: payment.deviceData } : {}),
            promoCodes: promoCodes ?? [],
            subscriptionCodes: paymentCodes ?? [],
            termsAndConditions: termsAndConditions === true,
            marketingOptIn: marketingOptIn === true,
            ...analyzed,
          },
          headers: proof(link),
        }),
      );
    },
    payment: (link: InviteLink) => answerOf(client.GET('/v1/invite/payment', { params: { query: user(link) }, headers: proof(link) })),
    /** Requests a new link. The old link's token is the proof. A refusal has `statusCode` 111 in its body. */
    renew: (token: string) => answerOf(client.POST('/v1/invite/renewal', { headers: bearer(token) })),
    parent: (link: InviteLink) => answerOf(client.GET('/v1/parents/{userId}', { params: account(link), headers: proof(link) })),
    agreeToTerms: (link: InviteLink) =>
      answerOf(client.PUT('/v1/parents/{userId}/agreed-to-terms', { params: account(link), body: { data: true }, headers: proof(link) })),
    optInToMarketing: (link: InviteLink, data: boolean) =>
      answerOf(client.PUT('/v1/parents/{userId}/marketing-opt-in', { params: account(link), body: { data }, headers: proof(link) })),
  };
}
