import * as v from 'valibot';
import type { PaymentAnswer, Registration } from '../client/types.js';
import { languages, type TextSource } from '../i18n/language.js';
import type { Login } from './account.js';
import { textIn, type InvitedSession, type SignupSession, type Store } from './session.js';
import { takeOver } from './otherTab.js';

/** The fields of a registration that screens read without a request. Each load replaces them with the server's. */
const registrationShape = v.looseObject({
  signupId: v.string(),
  state: v.string(),
  next: v.string(),
  routes: v.array(v.string()),
  lastCompletedStep: v.number(),
  pricingGroup: v.string(),
  children: v.array(v.looseObject({})),
});

const flag = v.optional(v.boolean(), false);
const codes = v.optional(v.array(v.string()), []);
const text = v.optional(v.string());
const sources: readonly TextSource[] = [...languages, 'pseudo'];

const purchase = {
  registration: v.optional(v.custom<Registration>((value) => v.is(registrationShape, value))),
  drafts: v.optional(v.record(v.string(), v.unknown()), {}),
  payForCoparent: flag,
  packagesReloaded: v.optional(v.boolean()),
  customYears: v.optional(v.picklist([1, 2])),
  promoCodes: codes,
  paymentCodes: codes,
  paymentKey: text,
  paid: v.optional(v.custom<PaymentAnswer>((value) => v.is(v.looseObject({ status: v.string() }), value))),
  login: v.optional(v.object({ redirect: v.string(), auth: text, userId: text })),
  credentialsSet: flag,
};

const signup = v.object({
  ...purchase,
  signupId: text,
  registrationKey: text,
  discount: v.optional(v.object({ referrer: v.string(), percentage: v.number() })),
  selectionCode: text,
  duplicate: v.optional(v.object({ who: v.picklist(['parent', 'coParent']), firstName: v.string(), lastName: v.string(), email: v.string() })),
  notice: v.optional(
    v.picklist([
      'session_expired',
      'session_lost',
      'resumed',
      'link_ended',
      'payment_done',
      'pricing_failed',
      'packages_changed',
      'invite_restarted',
    ]),
  ),
  spoken: v.optional(v.object({ language: v.picklist(sources), locale: v.string() })),
  emailPromptDone: v.optional(v.boolean()),
  mailedToken: text,
  handOver: text,
} satisfies Record<keyof SignupSession, v.GenericSchema>);

const invited = v.object({
  ...purchase,
  invite: v.optional(v.object({ userId: v.string(), token: v.string() })),
  // Every load requests it from the server again.
  invitation: v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => undefined),
    ),
  ),
} satisfies Record<keyof InvitedSession, v.GenericSchema>);

/** Reads the tab's sessions. If another tab handed its sign-up over, takes that over first. */
export function readKept(store: Store | undefined, key: string, inviteKey: string, loginKey: string) {
  takeOver(store, key);
  return { signup: readSignup(textIn(store, key)), invited: readInvited(textIn(store, inviteKey)), login: readLogin(textIn(store, loginKey)) };
}

/** Parses a stored sign-up; undefined if it is unreadable, e.g. written by another release. */
export function readSignup(kept: string | undefined): SignupSession | undefined {
  return read(signup, kept);
}

/** Parses a stored invitation; undefined if it is unreadable. */
export function readInvited(kept: string | undefined): InvitedSession | undefined {
  return read(invited, kept);
}

const login = v.object({ token: v.string(), userId: v.string() });

/** Parses a stored login; undefined if it is unreadable. */
export function readLogin(kept: string | undefined): Login | undefined {
  return read(login, kept);
}

function read<T>(schema: v.GenericSchema<unknown, T>, kept: string | undefined): T | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), kept);
  return result.success ? result.output : undefined;
}
