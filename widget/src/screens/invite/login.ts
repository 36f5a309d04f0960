import type { Bootstrap } from '../../client/types.js';
import type { InvitedSession, Session, SessionKeeper } from '../../flow/session.js';

/** Where a login leads: the product's home where the new credentials have logged in already, else the login page. */
export function loginHref(login: Session['login'], links: Bootstrap['links']): string {
  const isIn = login !== undefined && login.redirect !== '' && !login.redirect.includes('login_error');
  return (isIn ? login.redirect : links.login) ?? '';
}

/** Forgets the invitation, its link included, and leaves for the product. */
export function leaveToLogin(keeper: SessionKeeper<InvitedSession>, links: Bootstrap['links'], leave: (href: string) => void): void {
  const href = loginHref(keeper.get().login, links);
  keeper.clear();
  if (href) leave(href);
}
