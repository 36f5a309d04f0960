import type { Bootstrap } from '../../client/types.js';
import type { InvitedSession, SessionKeeper } from '../../flow/session.js';
import { loginHref } from '../receipt/loginHref.js';

/** Forgets the invitation, its link included, and leaves for the product. */
export function leaveToLogin(keeper: SessionKeeper<InvitedSession>, links: Bootstrap['links'], leave: (href: string) => void): void {
  const href = loginHref(keeper.get().login, links);
  keeper.clear();
  if (href) leave(href);
}
