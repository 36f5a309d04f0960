import type {
  InvitationContext,
  LoginAnswer,
  PaymentAnswer,
  PaymentInput,
  Professional,
  ProfessionalAnswer,
  Quote,
  QuoteInput,
  Registration,
  RegistrationInput,
  Violation,
} from '../src/client/types.js';
import type { InviteState, StepState } from '../src/rules/guards.js';
import { accountPageOf, invitedOf, receiptOf, sessionsOf, type AccountChange } from './account.js';
import { misbehaviorOf, problemOf, type Misbehavior } from './behavior.js';
import { bootstrapOf } from './bootstrap.js';
import { invitationAt } from './invitation.js';
import { countries, parentOptions, professionalOptions, timeZones } from './lookup.js';
import { packageList, type ListChange } from './packages.js';
import * as people from './people.js';
import { quoteOf } from './quote.js';
import { paidOf } from './receipt.js';
import { registrationAt } from './registration.js';
import { word } from './words.js';
import type { World } from './world.js';

/** Origin of the stories' server. No server listens there. */
export const serverOrigin = 'https://join.example.com';

/** The state of Daniel's invitation. Defaults to a new one. */
export interface Invited {
  registration?: Partial<Registration> | undefined;
  context?: Partial<InvitationContext> | undefined;
  /** The invited parent has accepted the paid seat. */
  hasJoined?: boolean | undefined;
  agreedToTerms?: boolean | undefined;
}

/** The server's behavior in addition to its normal work. */
export interface Behavior extends Misbehavior {
  /** The tab's registration in progress. */
  registration?: Registration | undefined;
  /** The package isn't sold in the billing country. */
  mismatch?: boolean | undefined;
  /** The fault of an applied code. */
  codeViolation?: Violation | undefined;
  /** The price list's differences. */
  list?: ListChange | undefined;
  /** Code of the coupon of the sign-up's referrer. */
  coupon?: string | undefined;
  invited?: Invited | undefined;
  /** The result for every username. Defaults to an available one. */
  username?: { available: boolean; meetsRequirements: boolean } | undefined;
  /** Username and password don't match. */
  isLoginRefused?: boolean | undefined;
  /** The differences of the account with this login. */
  account?: AccountChange | undefined;
  /** The answer to a second payment. Defaults to a success. */
  paidAgain?: 'confirming' | undefined;
  /** The answer to every payment. Defaults to a success. */
  payment?: PaymentAnswer | undefined;
}

interface Call {
  /** The requested language. */
  lang: string;
  /** The path's value for `:name`. */
  at: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The visitor's referrer. */
  referrer: string | null;
  body: unknown;
}

type Answer = (call: Call) => unknown;

/** A response, or JSON content; undefined is a success without content. */
type Route = readonly [call: string, answer: Answer];

/**
 * A server of the whole interface, in memory: for stories, for development without Go, and for tests of failures. It stores its input
 * unchecked: the rules belong to the real server. A card is always good, a code always pays for the whole order.
 */
export class FakeServer {
  readonly #signups = new Map<string, Registration>();
  #invited: Registration;
  #isInvitedPaid = false;
  #isInvitedDone = false;

  /** `sandboxUrl` is the address that serves `sandbox/index.html` as `hosted/<field>`. */
  constructor(
    readonly world: World,
    readonly behavior: Behavior = {},
    readonly sandboxUrl = `${serverOrigin}/sandbox`,
  ) {
    const { registration } = behavior;
    if (registration) this.#signups.set(registration.signupId, registration);
    this.#invited = { ...registrationAt('parent', world), parent: people.coParent, ...behavior.invited?.registration };
  }

  /** Replaces `fetch`. Rejects like `fetch` if the behavior is offline. */
  async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const trouble = misbehaviorOf(this.behavior, { method: request.method, path: pathname });
    if (trouble === 'offline') throw new TypeError('Failed to fetch');
    if (trouble === 'slow') return new Promise<never>(() => undefined);
    if (trouble) {
      const headers: Record<string, string> = trouble.retryAfter === undefined ? {} : { 'Retry-After': String(trouble.retryAfter) };
      return Response.json(problemOf(trouble), { status: trouble.status, headers });
    }
    const text = await request.text();
    const isJson = request.headers.get('Content-Type')?.includes('json') === true;
    const body: unknown = text !== '' && isJson ? JSON.parse(text) : undefined;
    const lang = request.headers.get('Accept-Language') ?? 'en';
    for (const [call, answer] of this.#routes) {
      const [method, pattern = ''] = call.split(' ');
      const at = method === request.method ? match(pattern, pathname) : undefined;
      if (!at) continue;
      const given = answer({ lang, at, query: searchParams, referrer: request.headers.get('Referrer-Key'), body });
      if (given instanceof Response) return given;
      return given === undefined ? new Response(null, { status: 204 }) : Response.json(given);
    }
    return failure(404, 'not_found');
  }

  readonly #routes: readonly Route[] = [
    ['GET /v1/bootstrap', ({ query }) => bootstrapOf(this.#worldWith(query.get('flags') ?? ''), this.sandboxUrl)],
    ['POST /v1/events', () => undefined],
    ['GET /v1/parent/options', ({ lang }) => parentOptions(lang)],
    ['GET /v1/countries', ({ lang }) => ({ countries: countries(lang) })],
    ['GET /v1/countries/:country/timezones', ({ lang, at }) => ({ timezones: timeZones(at['country'] ?? '', lang) })],
    ['GET /v1/countries/:country/regions/:region/timezones', ({ lang, at }) => ({ timezones: timeZones(at['country'] ?? '', lang, at['region']) })],
    ['GET /v1/addresses/suggestions', ({ query }) => ({ suggestions: suggestions(query.get('query') ?? '') })],
    ['GET /v1/addresses/:id', () => ({ ...people.address, line2: '' })],

    [
      'POST /v1/signups',
      ({ body }) => this.#save(registrationAt('parent', this.world, { signupId: crypto.randomUUID() }), body as RegistrationInput),
    ],
    ['GET /v1/signups/:id', ({ at }) => this.#signups.get(at['id'] ?? '') ?? failure(404, 'not_found')],
    ['PUT /v1/signups/:id', ({ at, body }) => this.#change(at['id'] ?? '', body as RegistrationInput)],
    ['POST /v1/signups/:id/link', () => ({ sent: true })],
    ['GET /v1/signups/:id/coupons', ({ lang }) => ({ coupons: this.#coupons(lang) })],
    ['GET /v1/pricing-groups', () => ({ pricingGroupName: this.world.market.group, packageIds: this.#packageIds() })],
    [
      'GET /v1/packages',
      ({ lang, referrer }) => packageList(lang, { country: this.world.market.country, offer: referrer === 'familylaw', ...this.behavior.list }),
    ],
    ['POST /v1/packages/:id/country-validation', () => this.#fits()],
    ['POST /v1/pricing', ({ lang, body }) => this.#price(lang, body as QuoteInput)],
    ['GET /v1/payment/client-token', () => ({ clientToken: btoa(JSON.stringify({ authorizationFingerprint: 'fake' })) })],
    ['POST /sandbox/client_api/v1/payment_methods/:nonce/three_d_secure/lookup', ({ at }) => verified(at['nonce'] ?? '')],
    ['POST /v1/signups/:id/payment', ({ lang, at, body }) => this.#pay(lang, at['id'] ?? '', body as PaymentInput)],
    ['GET /v1/signups/:id/payment', ({ lang }) => this.#payment(lang)],

    ['POST /v1/credentials/username-availability', () => this.behavior.username ?? { available: true, meetsRequirements: true }],
    ['POST /v1/credentials', ({ body }) => this.#setCredentials((body as { username: string }).username)],
    ['POST /v1/credentials/password', () => ({ username: 'maya.ortiz', login: { redirect: '#home', auth: 'story-login', userId: 'u2' } })],
    ['POST /v1/links', () => ({ sent: true })],
    ['POST /login', () => this.#login()],

    ['GET /v1/account', ({ lang }) => accountPageOf(lang, this.behavior.account)],
    ['GET /v1/account/receipts/:id', ({ lang }) => receiptOf(lang)],
    ['GET /v1/account/receipts/:id/pdf', pdf],
    ['GET /v1/account/receipts/:id/credit-notes/:number/pdf', pdf],
    ['POST /v1/account/co-parent/invitation', () => invitedOf(this.behavior.account?.coParent)],
    ['POST /v1/account/logout', () => undefined],
    ['GET /v1/sessions', () => ({ sessions: sessionsOf(this.behavior.account) })],
    ['DELETE /v1/sessions', () => undefined],
    ['DELETE /v1/sessions/:id', () => undefined],
    ['POST /v1/account/hand-over', () => ({ redirect: '#home' })],
    ['POST /v1/account/login', () => this.#login()],
    ['GET /v1/subscriptions/:id/client-token', () => ({ clientToken: btoa(JSON.stringify({ authorizationFingerprint: 'fake' })) })],
    ['PUT /v1/subscriptions/:id/payment-method', ({ at }) => ({ id: at['id'], renews: true })],
    [
      'POST /v1/subscriptions/:id/payment',
      ({ at }) => ({ status: this.behavior.paidAgain ?? 'accepted', subscription: { id: at['id'], state: 'active' } }),
    ],
    ['POST /v1/subscriptions/:id/cancel', ({ at }) => ({ id: at['id'], renews: false, cancelledAt: '2026-11-22T12:00:00Z' })],

    ['GET /v1/invite', () => this.#invitation()],
    ['PUT /v1/invite/registration', ({ body }) => this.#saveInvited(body as RegistrationInput)],
    ['GET /v1/invite/coupons', () => ({ coupons: [] })],
    ['POST /v1/invite/pricing', ({ lang, body }) => this.#price(lang, body as QuoteInput)],
    ['POST /v1/invite/country-validation', () => this.#fits()],
    ['POST /v1/invite/payment', ({ lang }) => this.#payInvited(lang)],
    ['GET /v1/invite/payment', ({ lang }) => this.#payment(lang)],
    ['POST /v1/invite/renewal', () => ({ sent: true })],
    ['GET /v1/parents/:id', ({ at }) => this.#parent(at['id'] ?? '')],
    ['PUT /v1/parents/:id/agreed-to-terms', () => undefined],
    ['PUT /v1/parents/:id/marketing-opt-in', () => undefined],

    ['GET /v2/professional/options', ({ lang, query }) => professionalOptions(query.get('country') ?? 'US', lang)],
    ['POST /v2/professional/users/validator', ({ body }) => ({ step: (body as { step?: number }).step ?? 1, validationErrors: [] })],
    ['POST /v2/professional/users', ({ body }) => professionalOf(body as Professional)],
  ];

  /** Returns the world with forced arms added to the visitor's own. */
  #worldWith(flags: string): World {
    const forced = Array.from(flags.matchAll(/([\w-]+):treatment/gi), ([, key = '']) => key);
    return { ...this.world, treated: [...this.world.treated, ...forced] };
  }

  #login(): LoginAnswer {
    if (this.behavior.isLoginRefused) return { redirect: '/app/join/login?login_error=1' };
    return { redirect: '/app/join/account', auth: 'fake-token', userId: 'u2' };
  }

  #coupons(lang: string) {
    const { coupon } = this.behavior;
    return coupon === undefined ? [] : [{ couponCode: coupon, description: word(lang, `coupon_${coupon.toLowerCase()}`) }];
  }

  #packageIds(): number[] {
    return packageList('en', { country: this.world.market.country }).packages.map(({ id }) => id);
  }

  #fits(): Response | undefined {
    if (!this.behavior.mismatch) return undefined;
    return Response.json({ validationErrors: [{ field: 'order.packageId', code: 'package_country', text: 'package_country' }] }, { status: 409 });
  }

  #price(lang: string, { payForCoparent, paymentCodes = [], limboId, address: billing, orderDetail }: QuoteInput): Quote {
    const { codeViolation } = this.behavior;
    const hasCode = paymentCodes.length > 0;
    const known = limboId === undefined ? this.#invited : this.#signups.get(limboId);
    const quote = quoteOf(lang, {
      country: this.world.market.country,
      coparent: payForCoparent,
      free: hasCode && codeViolation === undefined,
      untaxed: known?.address === undefined && billing === undefined,
      order: orderDetail,
    });
    return { ...quote, validationErrors: hasCode && codeViolation ? [codeViolation] : [] };
  }

  #change(id: string, input: RegistrationInput): unknown {
    const before = this.#signups.get(id);
    return before ? this.#save(before, input) : failure(404, 'not_found');
  }

  #save(before: Registration, input: RegistrationInput): unknown {
    const saved = withInput(before, input);
    const registration = { ...saved, ...pickGuards(registrationAt(stateOf(saved, this.#isCustom(saved)), this.world)) };
    this.#signups.set(registration.signupId, registration);
    return { signupId: registration.signupId, registrationKey: 'fake-key', registration, validationErrors: [] };
  }

  #isCustom({ order }: Registration): boolean {
    return (
      order !== undefined &&
      packageList('en', { country: this.world.market.country }).packages.some((p) => p.buildYourOwn && p.id === order.packageId)
    );
  }

  #pay(lang: string, id: string, input: PaymentInput): PaymentAnswer {
    const registration = this.#signups.get(id);
    if (registration) this.#signups.set(id, { ...registration, state: 'paid', ...pickGuards(registrationAt('paid', this.world)) });
    return this.#payment(lang, input);
  }

  #payment(lang: string, { payForCoparent, order, paymentCodes = [] }: PaymentInput = {}): PaymentAnswer {
    const { payment } = this.behavior;
    return payment ?? paidOf(lang, { country: this.world.market.country, coparent: payForCoparent, order, free: paymentCodes.length > 0 });
  }

  #setCredentials(username: string): unknown {
    this.#isInvitedDone ||= this.#isInvitedPaid;
    return { redirect: '#login', userId: 'u2', username, login: { redirect: '#home', auth: 'story-login', userId: 'u2' } };
  }

  #invitation() {
    return { ...invitationAt(this.#invitedState(), this.#invited, this.world), ...this.behavior.invited?.context };
  }

  #invitedState(): InviteState {
    if (this.#isInvitedDone) return 'invite_done';
    if (this.#isInvitedPaid) return 'invite_paid';
    const { hasJoined = false, context } = this.behavior.invited ?? {};
    if (hasJoined) return 'invite_joined';
    if (this.#invited.securityQuestion === undefined) return 'invite_parent';
    if (context?.isSubscriptionCurrent) return 'invite_billing';
    const isCustom = this.#isCustom(this.#invited);
    if (!this.#invited.order) return 'invite_package';
    if (!isCustom) return 'invite_payment';
    return this.#invited.order.productId ? 'invite_payment_custom' : 'invite_custom';
  }

  #parent(userId: string) {
    const { agreedToTerms = false } = this.behavior.invited ?? {};
    return { userId, address: this.#invited.address ?? {}, agreedToTerms, marketingOptIn: false };
  }

  #saveInvited(input: RegistrationInput): unknown {
    this.#invited = withInput(this.#invited, input);
    return { invitation: this.#invitation(), validationErrors: [] };
  }

  #payInvited(lang: string): PaymentAnswer {
    this.#isInvitedPaid = true;
    return this.#payment(lang);
  }
}

/** Returns the value of each `:name` of a pattern; undefined if the path doesn't match. */
function match(pattern: string, path: string): Record<string, string> | undefined {
  const [expected, given] = [pattern.split('/'), path.split('/')];
  if (expected.length !== given.length || !expected.every((part, index) => part.startsWith(':') || part === given[index])) return undefined;
  return Object.fromEntries(
    expected.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(given[index] ?? '')]] : [])),
  );
}

function pdf(): Response {
  return new Response('%PDF-', { headers: { 'Content-Type': 'application/pdf' } });
}

function failure(status: number, code: string): Response {
  return Response.json(problemOf({ status, code }), { status });
}

function suggestions(query: string) {
  const { line1, city, region, postalCode } = people.address;
  const extra = `${city}, ${region} ${postalCode}`;
  return line1.toLowerCase().startsWith(query.toLowerCase()) ? [{ id: 'market', text: `${line1}, ${extra}`, main: line1, extra }] : [];
}

/** 3-D Secure without a question from the bank. */
function verified(nonce: string) {
  return { paymentMethod: { nonce }, threeDSecureInfo: { liabilityShifted: true } };
}

function professionalOf(input: Professional): ProfessionalAnswer {
  const {
    title,
    firstName = '',
    lastName = '',
    credentials,
    securityAnswer: _answer,
    securityCode: _code,
    securityCodeConfirm: _again,
    ...rest
  } = input;
  return {
    ...(rest as Omit<ProfessionalAnswer, 'name' | 'professionalId' | 'userId' | 'state'>),
    name: { ...(title ? { title } : {}), firstName, lastName, ...(credentials ? { credentials } : {}) },
    professionalId: 'p1',
    userId: 'u9',
    state: 'pending_verification',
  };
}

/** Returns the registration with the sent input. Secrets are never stored. */
function withInput(before: Registration, input: RegistrationInput): Registration {
  const { parent, coParent, children, order, address: billing, referral, securityQuestion } = input;
  const flags = (['knowsCoParentEmail', 'parentDuplicateConfirmed', 'coParentDuplicateConfirmed'] as const).filter((key) => input[key] !== undefined);
  return {
    ...before,
    ...(Object.fromEntries(
      Object.entries({ parent, coParent, children, order, address: billing, referral, securityQuestion }).filter(([, value]) => value !== undefined),
    ) as Partial<Registration>),
    ...Object.fromEntries(flags.map((key) => [key, input[key]])),
    lastCompletedStep: Math.max(before.lastCompletedStep, order ? 3 : coParent ? 2 : parent ? 1 : 0),
  };
}

function stateOf({ lastCompletedStep, order }: Registration, isCustom: boolean): StepState {
  if (lastCompletedStep === 0) return 'parent';
  if (lastCompletedStep === 1) return 'family';
  if (!order) return 'package';
  if (!isCustom) return 'payment';
  return order.productId ? 'payment_custom' : 'custom';
}

const pickGuards = ({ next, routes }: Registration) => ({ next, routes });
