import { textIn, type Store } from './session.js';
import { sessionKey, type ResolvedSetting } from './setting.js';
import { permanentStore } from './visitor.js';

/*
 * Venmo's application may open the page in another tab than the one it was opened from, and that tab knows nothing of the sign-up. So as long as
 * Venmo is open, the store that all tabs share holds the key of the sign-up and what was chosen for the order. It holds nothing that names a person.
 */

/** The time in which the sign-up can be taken over, in milliseconds: longer than Venmo waits for its answer. */
const goodFor = 15 * 60_000;

const handedKey = (key: string) => `${key}.venmo`;

/** The fields that are handed over, with those inside of them. */
const handed = 'until session signupId registrationKey invite userId token payForCoparent promoCodes paymentCodes spoken language locale'.split(' ');

/** Lets another tab take the sign-up over. Returns how to take that back. */
export function handOver(setting: Pick<ResolvedSetting, 'server' | 'instance'>, session: object): () => void {
  const key = handedKey(sessionKey(setting));
  try {
    permanentStore()?.setItem(key, JSON.stringify({ until: Date.now() + goodFor, session }, handed));
  } catch {
    // Full: another tab begins at the first screen.
  }
  return () => permanentStore()?.removeItem(key);
}

/** Takes the sign-up of another tab into this one's store, once, where Venmo has opened this one, unless this tab has its own. */
export function takeOver(store: Store | undefined, key: string): void {
  if (!location.hash.includes('venmo')) return;
  const shared = permanentStore();
  const text = textIn(shared, handedKey(key));
  if (!text) return;
  try {
    shared?.removeItem(handedKey(key));
    const { until, session } = JSON.parse(text) as { until: number; session: { invite?: object } };
    const own = session.invite ? `${key}.invite` : key;
    if (until > Date.now() && !textIn(store, own)) store?.setItem(own, JSON.stringify(session));
  } catch {
    // Unreadable or full: this tab begins at the first screen.
  }
}
