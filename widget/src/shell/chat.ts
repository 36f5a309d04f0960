import { answerOf, bearer, type Api } from '../client/api.js';
import type { InvitedSession, SignupSession } from '../session/session.js';
import { showChat, type Chat } from './zendesk.js';

/** Shows the support chat, signed in as the holder of the sign-up or invitation, else anonymously; returns a function that closes it. */
export function openChat(
  { client, query }: Api,
  { signupId, registrationKey }: SignupSession,
  { invite }: InvitedSession,
  chat: Omit<Chat, 'token'>,
): () => void {
  const isSignup = signupId !== undefined && registrationKey !== undefined;
  const person = isSignup ? { signupId } : invite ? { userId: invite.userId } : {};
  const headers = isSignup ? { 'Registration-Key': registrationKey } : invite ? bearer(invite.token) : {};
  const token = async () =>
    (await answerOf(client.POST('/pub/v1/zendesk/getUserJwtToken', { params: { query: { ...query, ...person } }, headers }))).token;
  return showChat({ ...chat, token });
}
