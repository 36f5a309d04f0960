import type { InviteLink } from '../client/invite.js';
import type { InvitationContext, PaymentAnswer, Registration } from '../client/types.js';
import { createStore } from '../machine/store.js';
import type { TextSource } from '../i18n/language.js';

/** Name, and nothing more, of whom the server took for a duplicate. */
export interface DuplicatePerson {
  who: 'parent' | 'coParent';
  firstName: string;
  lastName: string;
  email: string;
}

/** Why the person was brought somewhere; said once, above the screen. */
export type Notice =
  'session_expired' | 'session_lost' | 'resumed' | 'link_ended' | 'payment_done' | 'pricing_failed' | 'packages_changed' | 'invite_restarted';

/** The unsent input, by screen. The screens know the shape of their own. */
export type Drafts<Screen extends string> = Readonly<Partial<Record<Screen, unknown>>>;

/**
 * A purchase's memory in this tab, for either buyer. It holds neither card data nor nonces, passwords or security answers.
 * It ends with the tab, or when the flow is completed or reset.
 */
export interface Session {
  /** The server's last word on the registration. */
  registration?: Registration | undefined;
  drafts: Drafts<'billing'>;
  payForCoparent: boolean;
  /** The packages were requested a second time because nothing matched; it happens once. */
  packagesReloaded?: boolean | undefined;
  /** The length that the cards were shown for when a package to build oneself was chosen, until it is built. */
  customYears?: 1 | 2 | undefined;
  /** Coupons typed. */
  promoCodes: readonly string[];
  /** Subscription codes typed. */
  paymentCodes: readonly string[];
  /** Idempotency key of the payment that has no final answer yet. */
  paymentKey?: string | undefined;
  /** The accepted payment; it is what receipt and credentials are made of. */
  paid?: PaymentAnswer | undefined;
  /** The server's answer to the login with the new credentials. */
  login?: { redirect: string; auth?: string | undefined; userId?: string | undefined } | undefined;
  /** The credentials are set, so that the token is used up. */
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
  /** The language that the visitor chose, in place of that of the locale that the page asked for. */
  spoken?: { language: TextSource; locale: string } | undefined;
  /** The co-parent e-mail prompt was answered or skipped. */
  emailPromptDone?: boolean | undefined;
  /** The credentials token of a mailed link, where no payment was made in this tab. */
  mailedToken?: string | undefined;
  /** The code that brings a login here from another site's page, until the login screen takes it. */
  handOver?: string | undefined;
}

/** An invited parent's purchase, apart from a sign-up of this tab's own. */
export interface InvitedSession extends Session {
  drafts: Drafts<'invite parent' | 'billing'>;
  /** The content of the link. It outlives a reset, and ends with the tab or the login. */
  invite?: InviteLink | undefined;
  /** The server's last word on the invitation; requested again whenever the page is loaded. */
  invitation?: InvitationContext | undefined;
}

/** A professional's input without the secrets. It is kept beside the sign-up of this tab. */
export interface ProfessionalSession {
  drafts: Drafts<'pro'>;
}

const blank: Session = { drafts: {}, payForCoparent: false, promoCodes: [], paymentCodes: [], credentialsSet: false };

/** The part of Web Storage that is needed. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A session kept in a store: every change is written immediately, so that a reload loses nothing. */
export interface SessionKeeper<S extends { drafts: object }> {
  get: () => S;
  set: (change: Partial<S>) => void;
  /** Keeps what was typed on a screen until it is sent. */
  draft: (screen: keyof S['drafts'], values: unknown) => void;
  /** Forgets everything but what is given. */
  restart: (kept: Partial<S>) => void;
  /** Removes our own key from the store; the next change writes again. */
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

type Open<S extends Session> = (store: Store | undefined, key: string, kept?: S) => SessionKeeper<S>;

/** Opens the sign-up of a site and instance. A store that is full or blocked is done without. */
export const openSession: Open<SignupSession> = keep;

/** Opens the invitation of a site and instance. */
export const openInvitation: Open<InvitedSession> = keep;

/** When each key of the tab's store was last forgotten. */
export const eras: Record<string, object> = {};

/** Takes a key out of the store, and lets no flow that runs bring it back with the answer to a call that is under way. */
export function forget(store: Store | undefined, key: string): void {
  eras[key] = {};
  put(store, key);
}

/** Keeps a value or, without one, nothing. */
export function put(store: Store | undefined, key: string, value?: object | false): void {
  try {
    if (value) store?.setItem(key, JSON.stringify(value));
    else store?.removeItem(key);
  } catch {
    // Full or blocked: the flow still works, it only can't be resumed after a reload.
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

/** Forgets the sign-up. Discount and language stay: they are the visitor's, not the sign-up's. */
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

/** The tab's store, or undefined where the browser denies it, by an error or by null. */
export function tabStore(): Store | undefined {
  try {
    return globalThis.sessionStorage ?? undefined;
  } catch {
    return undefined;
  }
}
