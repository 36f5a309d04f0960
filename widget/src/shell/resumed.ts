import type { SessionKeeper, SignupSession } from '../flow/session.js';
import { languageOf } from '../i18n/language.js';
import { signupToken } from '../rules/signupToken.js';
import { longestId } from './entrance.js';

/**
 * Takes a sign-up that goes on here, by its mailed link, into the tab's store, in place of another one. This tab's own goes on with the link's key, which proves the mailbox. The link's
 * fragment has the sign-up's key, and the language that it is in. Answers whether it is such a link.
 */
export function openResumed(keeper: SessionKeeper<SignupSession>, fragment: string, locale: string): boolean {
  const values = new URLSearchParams(fragment.slice(1));
  const [signupId, registrationKey] = [values.get('signupId'), values.get('token')];
  if (!signupId || !registrationKey || signupId.length > longestId || !signupToken.test(registrationKey)) return false;
  const { signupId: own, discount, selectionCode } = keeper.get();
  const spoken = { language: languageOf(values.get('lang') ?? locale), locale };
  if (own === signupId) keeper.set({ registrationKey });
  else keeper.restart({ discount, selectionCode, signupId, registrationKey, spoken });
  return true;
}
