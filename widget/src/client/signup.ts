import { answerOf, own, type AddressQuery, type Api, type SignupRef } from './api.js';
import type { CountryCriteria, PaymentInput, QuoteInput, RegistrationInput } from './types.js';

/** The calls of a parent's sign-up and purchase. They throw ValidationFailure, Problem or LostAnswer. */
export function signupCalls({ client, query, analyzed, identified }: Api) {
  return {
    /** Returns a country's addresses that begin with the input; `session` stays the same during one search. */
    addresses: async (ref: SignupRef, search: AddressQuery, signal?: AbortSignal) =>
      (
        await answerOf(
          client.GET('/v1/addresses/suggestions', {
            params: { query: { ...search, signupId: ref.signupId } },
            headers: own(ref),
            ...(signal ? { signal } : {}),
          }),
        )
      ).suggestions,
    address: (ref: SignupRef, id: string, session: string) =>
      answerOf(client.GET('/v1/addresses/{id}', { params: { path: { id }, query: { session, signupId: ref.signupId } }, headers: own(ref) })),

    createSignup: (input: RegistrationInput, key: string) =>
      answerOf(client.POST('/v1/signups', { params: { query, header: { 'Idempotency-Key': key } }, body: { ...input, ...identified } })),
    updateSignup: (ref: SignupRef, input: RegistrationInput, key: string) =>
      answerOf(
        client.PUT('/v1/signups/{signupId}', {
          params: { path: { signupId: ref.signupId }, query, header: { 'Idempotency-Key': key } },
          body: { ...input, ...identified },
          headers: own(ref),
        }),
      ),

    /** Mails a link to the parent's own address, to continue the sign-up on another device. */
    mailLink: (ref: SignupRef) =>
      answerOf(client.POST('/v1/signups/{signupId}/link', { params: { path: { signupId: ref.signupId } }, headers: own(ref) })),

    coupons: async (ref: SignupRef) =>
      (await answerOf(client.GET('/v1/signups/{signupId}/coupons', { params: { path: { signupId: ref.signupId } }, headers: own(ref) }))).coupons,
    quote: (ref: SignupRef, input: QuoteInput, signal?: AbortSignal) =>
      answerOf(client.POST('/v1/pricing', { body: input, headers: own(ref), ...(signal ? { signal } : {}) })),
    /** Resolves if the package is on sale in the country; rejects with a {@link ValidationFailure} if it isn't. */
    validateCountry: (packageId: number, countryCriteria: CountryCriteria) =>
      answerOf(client.POST('/v1/packages/{packageId}/country-validation', { params: { path: { packageId } }, body: { packageId, countryCriteria } })),

    clientToken: (ref: SignupRef, country: string) =>
      answerOf(client.GET('/v1/payment/client-token', { params: { query: { country, signupId: ref.signupId } }, headers: own(ref) })),
    pay: (ref: SignupRef, input: PaymentInput, key: string) =>
      answerOf(
        client.POST('/v1/signups/{signupId}/payment', {
          params: { path: { signupId: ref.signupId }, header: { 'Idempotency-Key': key } },
          body: { ...input, ...analyzed },
          headers: own(ref),
        }),
      ),
  };
}
