import type { SessionKeeper, SignupSession } from '../session/session.js';
import { languageOf } from '../i18n/language.js';
import { signupToken } from '../rules/signupToken.js';
import { longestId } from './entrance.js';

/** An opened mailed link; with the tab's former key, if the link is for the tab's own sign-up. */
export type ResumedLink = { formerKey?: string | undefined };

/**
 * Opens a sign-up's mailed link in this tab. The fragment has the sign-up's id, its key and its language. Another sign-up replaces the tab's; the tab's
 * own goes on with the link's key, which proves the mailbox. Undefined if the fragment is no such link.
 */
export function openResumed(keeper: SessionKeeper<SignupSession>, fragment: string, locale: string): ResumedLink | undefined {
  const values = new URLSearchParams(fragment.slice(1));
  const [signupId, registrationKey] = [values.get('signupId'), values.get('token')];
  if (!signupId || !registrationKey || signupId.length > longestId || !signupToken.test(registrationKey)) return undefined;
  const { signupId: own, registrationKey: formerKey, discount, selectionCode } = keeper.get();
  const spoken = { language: languageOf(values.get('lang') ?? locale), locale };
  if (own === signupId) {
    keeper.set({ registrationKey });
    return { formerKey };
  }
  keeper.restart({ discount, selectionCode, signupId, registrationKey, spoken });
  return {};
}
