import type { InviteLink } from '../client/invite.js';
import type { InvitationContext, PaymentAnswer, Registration } from '../client/types.js';
import type { TextSource } from '../i18n/language.js';

/** Name, and nothing more, of whom the server took for a duplicate. */
export interface DuplicatePerson {
  who: 'parent' | 'coParent';
  firstName: string;
  lastName: string;
  email: string;
}

/** Why the person was brought somewhere; said once, above the screen. */
export type Notice = 'session_expired' | 'session_lost' | 'payment_done' | 'pricing_failed' | 'packages_changed' | 'invite_restarted';

/**
 * What the flow remembers in this tab. It holds neither card data nor nonces, passwords or security answers.
 * It ends with the tab, or when the flow is completed or reset.
 */
export interface Session {
  signupId?: string | undefined;
  registrationKey?: string | undefined;
  /** Of an invited parent: what the link carried. It outlives a reset, and ends with the tab or the login. */
  invite?: InviteLink | undefined;
  /** The server's last word on the invitation; asked for anew whenever the page is loaded. */
  invitation?: InvitationContext | undefined;
  /** The server's last word on the registration. */
  registration?: Registration | undefined;
  /** What was typed and not sent yet, by screen. */
  drafts: Readonly<Record<string, unknown>>;
  discount?: { referrer: string; percentage: number } | undefined;
  selectionCode?: string | undefined;
  duplicate?: DuplicatePerson | undefined;
  notice?: Notice | undefined;
  /** The language that the visitor chose, in place of that of the locale that the page asked for. */
  spoken?: { language: TextSource; locale: string } | undefined;
  payForCoparent: boolean;
  /** The packages were asked for a second time because nothing matched; it happens once. */
  packagesReloaded?: boolean | undefined;
  /** Coupons typed. */
  promoCodes: readonly string[];
  /** Subscription codes typed. */
  paymentCodes: readonly string[];
  /** The co-parent e-mail prompt was answered or skipped. */
  emailPromptDone: boolean;
  /** Idempotency key of the payment that has no final answer yet. */
  paymentKey?: string | undefined;
  /** The accepted payment; it is what receipt and credentials are made of. */
  paid?: PaymentAnswer | undefined;
  /** The credentials token of a mailed link, where no payment was made in this tab. */
  mailedToken?: string | undefined;
  /** What the login with the new credentials answered. */
  login?: { redirect: string; auth?: string | undefined; userId?: string | undefined } | undefined;
  /** The credentials are set, so that the token is used up. */
  credentialsSet: boolean;
}

const empty: Session = {
  drafts: {},
  payForCoparent: false,
  promoCodes: [],
  paymentCodes: [],
  emailPromptDone: false,
  credentialsSet: false,
};

/** The part of Web Storage that is needed. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A {@link Session} kept in a store: every change is written at once, so that a reload loses nothing. */
export interface SessionKeeper {
  get: () => Session;
  set: (change: Partial<Session>) => void;
  /** Keeps what was typed on a screen until it is sent. */
  draft: (screen: string, values: unknown) => void;
  /** Forgets the sign-up. Discount and language stay: they are the visitor's, not the sign-up's. */
  reset: (notice?: Notice) => void;
  /** Takes our own keys out of the store; the next change writes again. */
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** Opens the session of a site and instance. A store that is full, blocked or holds something unreadable is done without. */
export function openSession(store: Store | undefined, key: string): SessionKeeper {
  let session = read(store, key);
  const listeners = new Set<() => void>();
  const change = (next: Session) => {
    session = next;
    try {
      store?.setItem(key, JSON.stringify(next));
    } catch {
      // Full or blocked: the flow still works, it only can't be resumed after a reload.
    }
    for (const listener of listeners) listener();
  };
  return {
    get: () => session,
    set: (part) => change({ ...session, ...part }),
    draft: (screen, values) => change({ ...session, drafts: { ...session.drafts, [screen]: values } }),
    reset: (notice) => change({ ...empty, discount: session.discount, selectionCode: session.selectionCode, spoken: session.spoken, notice }),
    clear: () => {
      session = empty;
      try {
        store?.removeItem(key);
      } catch {
        // Blocked: then nothing was kept either.
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(store: Store | undefined, key: string): Session {
  try {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...empty, ...kept } : empty;
  } catch {
    return empty;
  }
}

/** The tab's store, or undefined where the browser denies it. */
export function tabStore(): Store | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
