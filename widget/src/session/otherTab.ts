import { textIn, type Store } from './session.js';
import { sessionKey, type ResolvedSetting } from './setting.js';
import { permanentStore } from './visitor.js';

/*
 * Venmo's application may reopen the page in another tab, which knows nothing of the sign-up. So while Venmo is open, the store of all tabs holds the
 * key of the sign-up and the choices of the order. It holds no personal data.
 */

/** The limit for taking the sign-up over, in milliseconds: longer than Venmo waits for its answer. */
const goodFor = 15 * 60_000;

const handedKey = (key: string) => `${key}.venmo`;

/** The handed-over fields, including nested ones. */
const handed = 'until session signupId registrationKey invite userId token payForCoparent promoCodes paymentCodes spoken language locale'.split(' ');

/** Lets another tab take the sign-up over. Returns a function that ends this. */
export function handOver(setting: Pick<ResolvedSetting, 'server' | 'instance'>, session: object): () => void {
  const key = handedKey(sessionKey(setting));
  try {
    permanentStore()?.setItem(key, JSON.stringify({ until: Date.now() + goodFor, session }, handed));
  } catch {
    // The store is full: another tab begins at the first screen.
  }
  return () => permanentStore()?.removeItem(key);
}

/** Moves another tab's sign-up into this tab's store, once, if Venmo opened this tab and it has no sign-up of its own. */
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
