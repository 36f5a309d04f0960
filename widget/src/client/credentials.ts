import { answerOf, bearer, type Api } from './api.js';

/** The calls that set username and password; `token` is the link's or the payment's. They throw ValidationFailure, Problem or LostAnswer. */
export function credentialsCalls({ client }: Api) {
  return {
    usernameAvailability: (token: string, username: string, signal?: AbortSignal) =>
      answerOf(client.POST('/v1/credentials/username-availability', { body: { username }, headers: bearer(token), ...(signal ? { signal } : {}) })),
    setCredentials: (token: string, input: { username: string; password: string }, key: string) =>
      answerOf(client.POST('/v1/credentials', { params: { header: { 'Idempotency-Key': key } }, body: input, headers: bearer(token) })),
    setPassword: (token: string, input: { password: string }, key: string) =>
      answerOf(client.POST('/v1/credentials/password', { params: { header: { 'Idempotency-Key': key } }, body: input, headers: bearer(token) })),
    mailLink: (email: string) => answerOf(client.POST('/v1/links', { body: { email } })),
    login: (username: string, password: string) =>
      answerOf(
        client.POST('/login', {
          body: { submit: 'Login', _eventId: 'submit', username, password },
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          bodySerializer: (form) => new URLSearchParams(form as unknown as Record<string, string>).toString(),
        }),
      ),
  };
}
