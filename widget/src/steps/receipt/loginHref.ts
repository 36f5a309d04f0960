import type { Bootstrap } from '../../client/types.js';
import type { Session } from '../../session/session.js';

/** Returns the target of a login: the product's home if the new credentials have logged in already, else the login page. */
export function loginHref(login: Session['login'], links: Bootstrap['links']): string {
  return (login?.redirect || links.login) ?? '';
}
