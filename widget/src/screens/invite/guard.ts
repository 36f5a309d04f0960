import type { Api } from '../../client/api.js';
import { createInviteApi } from '../../client/invite.js';
import { isInvitePath, routes, type InvitePath, type Path } from '../../session/route.js';
import type { InvitedSession, SessionKeeper } from '../../session/session.js';
import { keepInvitation } from './inviteBuyer.js';
import { isLinkEnded, isUserRefused } from './loss.js';

/**
 * Returns the redirect of an invited parent's request for a screen; undefined if the screen opens. Loads the invitation's state from the server
 * unless this page has it. Rejects without an answer.
 */
export async function guardInvite(path: InvitePath, keeper: SessionKeeper<InvitedSession>, api: Api): Promise<Path | undefined> {
  if (path !== '/invite/request') {
    try {
      await readInvitation(keeper, api);
    } catch (error) {
      // A payment is final: credentials and receipt use its own answer.
      if (!keeper.get().paid) {
        if (isLinkEnded(error) || isUserRefused(error)) return '/invite/request';
        throw error;
      }
    }
  }
  return inviteRedirect(path, keeper.get());
}

/** Loads the invitation's state from the server, unless it is known or no longer needed. */
export async function readInvitation(keeper: SessionKeeper<InvitedSession>, api: Api): Promise<void> {
  const { invite, invitation, credentialsSet, paid, paymentKey } = keeper.get();
  if (!invite || invitation || credentialsSet) return;
  const calls = createInviteApi(api);
  const context = await calls.read(invite);
  keepInvitation(keeper, context);
  if (paid || !paymentKey || context.next !== '/invite/credentials') return;
  // Paid, but the answer was lost. The key stays until the next screen has announced the payment.
  const answer = await calls.payment(invite).catch(() => undefined);
  if (answer?.status === 'accepted') keeper.set({ paid: answer });
}

/** Returns a screen's redirect, by the tab's session and the server's list of open screens. */
export function inviteRedirect(path: InvitePath, session: InvitedSession): Path | undefined {
  const { invite, invitation, paid, credentialsSet } = session;
  if (path === '/invite/request') return undefined;
  if (!invite) return '/signup';
  if (credentialsSet) return path === '/invite/receipt' || (path === '/invite/credentials' && !paid) ? undefined : '/invite/receipt';
  if (paid) return path === '/invite/credentials' ? undefined : '/invite/credentials';
  if (!invitation) return '/invite/request';
  const { isSubscriptionCurrent, billingAddressComplete, requireCredentials, next } = invitation;
  if (path === '/invite' && isSubscriptionCurrent && billingAddressComplete && requireCredentials) return '/invite/credentials';
  return invitation.routes.includes(path) ? undefined : invitePathOf(next);
}

const invitePaths = routes.map(({ path }) => path).filter(isInvitePath);

/** Returns the server's route if we have a screen for it; else the first step. */
export function invitePathOf(route: string): InvitePath {
  return invitePaths.find((path) => path === route) ?? '/invite/step1';
}
