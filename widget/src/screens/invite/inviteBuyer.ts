import type { Api } from '../../client/api.js';
import { Problem, ValidationFailure } from '../../client/failure.js';
import { createInviteApi, type InviteLink } from '../../client/invite.js';
import type { InvitationContext } from '../../client/types.js';
import type { Buyer } from '../../flow/buyer.js';
import { RetryKey } from '../../session/retryKey.js';
import type { InvitedSession, SessionKeeper } from '../../session/session.js';
import { isLinkEnded, isUserRefused, PaymentRefused } from './loss.js';

const paths = {
  first: '/invite/step1',
  packages: '/invite/packages',
  custom: '/invite/choose-your-own',
  payment: '/invite/payment',
  credentials: '/invite/credentials',
} as const;

/** Keeps the server's state of the invitation. */
export function keepInvitation(keeper: SessionKeeper<InvitedSession>, invitation: InvitationContext): void {
  keeper.set({ invitation, registration: invitation.registration });
}

/** An invited parent as a buyer: one seat, for themselves. Every call carries the invitation's token. */
export function inviteBuyer(api: Api, keeper: SessionKeeper<InvitedSession>): Buyer {
  const calls = createInviteApi(api);
  const retry = new RetryKey();
  const link = (): InviteLink => keeper.get().invite ?? { userId: '', token: '' };
  return {
    isInvited: true,
    paths,
    isPaying: () => {
      const { paymentKey, invitation } = keeper.get();
      const routes = invitation?.routes ?? [];
      return paymentKey !== undefined || (routes.includes(paths.payment) && !routes.includes(paths.first));
    },
    pathAfter: (following) => paths[following],
    save: async (input) => {
      const { userId } = link();
      const body = input.parent ? { ...input, parent: { ...input.parent, userId } } : input;
      const key = retry.for(body);
      try {
        const { invitation } = await calls.update(link(), body, key);
        retry.answered();
        keepInvitation(keeper, invitation);
        return invitation.registration;
      } catch (error) {
        if (error instanceof ValidationFailure) retry.answered();
        throw error;
      }
    },
    refresh: async () => keepInvitation(keeper, await calls.read(link())),
    packages: () => calls.packages(keeper.get().invitation?.packageIds ?? []),
    coupons: () => calls.coupons(link()),
    quote: (order, signal) => calls.quote(link(), order, signal),
    fitsCountry: async (packageId, where) => {
      await calls.validateCountry(link(), packageId, where);
    },
    addresses: (search, signal) => calls.addresses(link(), search, signal),
    address: (id, session) => calls.address(link(), id, session),
    clientToken: (country) => calls.clientToken(link(), country),
    pay: async (input, key) => {
      try {
        const answer = await calls.pay(link(), input, key);
        // Accepted, but without details: the same key returns the whole answer.
        if (answer.status === 'accepted' && (!answer.receipt || !answer.registration)) throw new Problem(502, 'invite_payment_failed');
        return answer;
      } catch (error) {
        if (isLinkEnded(error) || isUserRefused(error)) throw new PaymentRefused(error);
        throw error;
      }
    },
    payment: () => calls.payment(link()),
  };
}
