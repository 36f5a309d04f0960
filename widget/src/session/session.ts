import type { InviteLink } from '../client/invite.js';
import type { InvitationContext, PaymentAnswer, Registration } from '../client/types.js';
import { createStore } from '../machine/store.js';
import type { TextSource } from '../i18n/language.js';

/** The name, and nothing more, of a person that the server took for a duplicate. */
export interface DuplicatePerson {
  who: 'parent' | 'coParent';
  firstName: string;
  lastName: string;
  email: string;
}

/** The reason of a redirect; shown once, above the screen. */
export type Notice =
  'session_expired' | 'session_lost' | 'resumed' | 'link_ended' | 'payment_done' | 'pricing_failed' | 'packages_changed' | 'invite_restarted';

/** The unsent input, by screen. Each screen knows the shape of its own. */
export type Drafts<Screen extends string> = Readonly<Partial<Record<Screen, unknown>>>;

/**
 * A purchase's data in this tab, for either buyer. It holds neither card data nor nonces, passwords or security answers.
 * It ends with the tab, or when the flow is completed or reset.
 */
export interface Session {
  /** The server's last state of the registration. */
  registration?: Registration | undefined;
  drafts: Drafts<'billing'>;
  payForCoparent: boolean;
  /** The packages were requested a second time because none matched; this happens once. */
  packagesReloaded?: boolean | undefined;
  /** The term shown on the cards when a custom package was chosen, until that is built. */
  customYears?: 1 | 2 | undefined;
  /** The typed coupons. */
  promoCodes: readonly string[];
  /** The typed subscription codes. */
  paymentCodes: readonly string[];
  /** Idempotency key of the payment without a final answer. */
  paymentKey?: string | undefined;
  /** The accepted payment: the data of receipt and credentials. */
  paid?: PaymentAnswer | undefined;
  /** The server's answer to the login with the new credentials. */
  login?: { redirect: string; auth?: string | undefined; userId?: string | undefined } | undefined;
  /** The credentials are set, and the token is used up. */
  credentialsSet: boolean;
}

/** A parent's sign-up, with the campaign data of the visit. */
export interface SignupSession extends Session {
  signupId?: string | undefined;
  registrationKey?: string | undefined;
  drafts: Drafts<'parent' | 'family' | 'billing' | 'pro'>;
  discount?: { referrer: string; percentage: number } | undefined;
  selectionCode?: string | undefined;
  duplicate?: DuplicatePerson | undefined;
  notice?: Notice | undefined;
  /** The visitor's choice of language, and the page's locale at that time. */
  spoken?: { language: TextSource; locale: string } | undefined;
  /** The prompt for the co-parent's email was answered or skipped. */
  emailPromptDone?: boolean | undefined;
  /** The credentials token of a mailed link, if no payment was made in this tab. */
  mailedToken?: string | undefined;
  /** The code that brings a login here from another site's page, until the login screen uses it. */
  handOver?: string | undefined;
}

/** An invited parent's purchase, separate from the tab's own sign-up. */
export interface InvitedSession extends Session {
  drafts: Drafts<'invite parent' | 'billing'>;
  /** The content of the link. It outlives a reset, and ends with the tab or the login. */
  invite?: InviteLink | undefined;
  /** The server's last state of the invitation; requested again on every load of the page. */
  invitation?: InvitationContext | undefined;
}

/** A professional's input without the secrets. It is kept apart from the tab's sign-up. */
export interface ProfessionalSession {
  drafts: Drafts<'pro'>;
}

const blank: Session = { drafts: {}, payForCoparent: false, promoCodes: [], paymentCodes: [], credentialsSet: false };

/** The part of Web Storage that we use. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A session in a store: every change is written immediately, so that a reload loses nothing. */
export interface SessionKeeper<S extends { drafts: object }> {
  get: () => S;
  set: (change: Partial<S>) => void;
  /** Keeps a screen's input until it is sent. */
  draft: (screen: keyof S['drafts'], values: unknown) => void;
  /** Forgets everything except `kept`. */
  restart: (kept: Partial<S>) => void;
  /** Removes our own key from the store; the next change writes it again. */
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

type Open<S extends Session> = (store: Store | undefined, key: string, kept?: S) => SessionKeeper<S>;

/** Opens the sign-up of a site and instance. Without a usable store, it lives in memory. */
export const openSession: Open<SignupSession> = keep;

/** Opens the invitation of a site and instance. */
export const openInvitation: Open<InvitedSession> = keep;

/** Marks the last time that each key of the tab's store was forgotten. */
export const eras: Record<string, object> = {};

/** Removes a key from the store, and stops running flows from writing it again after a pending call. */
export function forget(store: Store | undefined, key: string): void {
  eras[key] = {};
  put(store, key);
}

/** Stores a value; without one, removes the key. */
export function put(store: Store | undefined, key: string, value?: object | false): void {
  try {
    if (value) store?.setItem(key, JSON.stringify(value));
    else store?.removeItem(key);
  } catch {
    // Full or blocked: the flow still works, but can't be resumed after a reload.
  }
}

function keep<S extends Session>(store: Store | undefined, key: string, kept: S = blank as S): SessionKeeper<S> {
  const { get, set, subscribe } = createStore(kept);
  const era = eras[key];
  const change = (next: S) => {
    if (eras[key] === era) put(store, key, next !== blank && next);
    set(next);
  };
  return {
    get,
    set: (part) => change({ ...get(), ...part }),
    draft: (screen, values) => change({ ...get(), drafts: { ...get().drafts, [screen]: values } }),
    restart: (part) => change({ ...blank, ...part } as S),
    clear: () => change(blank as S),
    subscribe,
  };
}

/** Forgets the sign-up. Discount and language stay: they belong to the visitor. */
export function resetSignup(
  keeper: SessionKeeper<SignupSession>,
  change: Partial<Pick<SignupSession, 'notice' | 'duplicate' | 'drafts'>> = {},
): void {
  const { discount, selectionCode, spoken } = keeper.get();
  keeper.restart({ discount, selectionCode, spoken, ...change });
}

/** Returns a key's text in a store; undefined if it has none, or the browser denies access. */
export function textIn(store: Store | undefined, key: string): string | undefined {
  try {
    return store?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the tab's store; undefined if the browser denies it, by an error or by null. */
export function tabStore(): Store | undefined {
  try {
    return globalThis.sessionStorage ?? undefined;
  } catch {
    return undefined;
  }
}
