import { LostAnswer, Problem, ValidationFailure } from './failure.js';
import { createHttp } from './http.js';
import type { operations } from './schema.js';
import { inTurn } from './turn.js';
import type { EventBatch, Quote } from './types.js';

/** The settings that every call uses. */
export interface ApiSetting {
  /** Origin of the server, without a slash at the end; empty for the page's own. */
  server: string;
  /** Returns the BCP 47 tag of the language for answers; called for each request. */
  language: () => string;
  /** The visitor's id; every call sends it in the header Anonymous-Id. */
  anonymousId: string;
  /** Whether the visitor allowed analytics. Only then do sign-ups and orders contain `anonymousId` for analytics. Defaults to false. */
  analytics?: boolean | undefined;
  /** Returns the referrer key of an active discount; called for each request. */
  referrer?: (() => string | undefined) | undefined;
  /** Forced variants of experiments, for tests (`grow886:treatment,…`); the server ignores them in production. */
  flags?: string | undefined;
  /** Defaults to the browser's. */
  fetch?: typeof fetch | undefined;
}

/** Proof that this browser owns a registration. */
export interface SignupRef {
  signupId: string;
  registrationKey: string;
}

/** The query of an address search. */
export type AddressQuery = Pick<operations['suggestAddresses']['parameters']['query'], 'query' | 'country'> & { session: string };

/**
 * The HTTP client, and the calls that all flows share. A call throws {@link ValidationFailure}, {@link Problem} or {@link LostAnswer}; an aborted call
 * throws the AbortError.
 */
export type Api = ReturnType<typeof createApi>;

export function createApi(setting: ApiSetting) {
  const { fetch: send, turn } = inTurn(setting.fetch ?? ((input, init) => fetch(input, init)));
  const client = createHttp({
    server: setting.server || location.origin,
    fetch: send,
    addHeaders: (headers) => {
      headers.set('Accept-Language', setting.language());
      headers.set('Anonymous-Id', setting.anonymousId);
      headers.set('Traceparent', traceparent());
      const referrer = setting.referrer?.();
      if (referrer) headers.set('Referrer-Key', referrer);
    },
  });
  const query = setting.flags ? { flags: setting.flags } : {};
  const analyzed = setting.analytics ? { segmentAnonymousId: setting.anonymousId } : {};
  const identified = { ...analyzed, segmentIdentify: setting.analytics === true };

  return {
    /** The HTTP client, shared with screens that load later. */
    client,
    /** Reports whether a call is waiting to be sent again, because the server was busy. */
    turn,
    query,
    /** The analytics field of an order: the visitor's id, if analytics is allowed. */
    analyzed,
    /** The analytics fields of a registration: also whether the visitor may be identified. */
    identified,
    /** Returns the BCP 47 tag of the language for texts and amounts. */
    locale: setting.language,
    bootstrap: () => answerOf(client.GET('/v1/bootstrap', { params: { query } })),
    parentOptions: () => answerOf(client.GET('/v1/parent/options')),
    countries: async () => (await answerOf(client.GET('/v1/countries'))).countries,
    /** Returns the time zones of a country, or of one of its regions. */
    timeZones: async (country: string, region?: string) =>
      (region
        ? await answerOf(client.GET('/v1/countries/{country}/regions/{region}/timezones', { params: { path: { country, region } } }))
        : await answerOf(client.GET('/v1/countries/{country}/timezones', { params: { path: { country } } }))
      ).timezones,

    /** Returns the packages of a pricing group (of countries of residence), with the referrer's offers. Without a group: those for an unknown residence. */
    packages: (group?: string) => answerOf(client.GET('/v1/packages', { params: { query: group ? { group } : {} } })),

    readSignup: (ref: SignupRef) =>
      answerOf(client.GET('/v1/signups/{signupId}', { params: { path: { signupId: ref.signupId }, query }, headers: own(ref) })),
    payment: (ref: SignupRef) =>
      answerOf(client.GET('/v1/signups/{signupId}/payment', { params: { path: { signupId: ref.signupId } }, headers: own(ref) })),

    events: async (batch: EventBatch): Promise<void> => {
      await answerOf(client.POST('/v1/events', { body: batch }));
    },
  };
}

/** Begins a trace (W3C trace context), so that a call can be followed from here to the database. It holds no data about the visitor. */
function traceparent(): string {
  const hex = (bytes: number) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex(16)}-${hex(8)}-01`;
}

/** The header that proves ownership of a registration. */
export const own = (ref: SignupRef) => ({ 'Registration-Key': ref.registrationKey });
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Waits for an answer, and throws any failure. An aborted call rejects with the abort itself. */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  let answer: Awaited<typeof call>;
  try {
    answer = await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new LostAnswer(cause);
  }
  if (answer.response.ok) return answer.data as T;
  throw failureOf(answer.response, answer.error);
}

function failureOf(answer: Response, content: unknown): Error {
  const body = (typeof content === 'object' && content !== null ? content : {}) as {
    validationErrors?: ValidationFailure['violations'];
    quote?: Quote;
    code?: string;
    statusCode?: number;
    requestId?: string;
    detail?: string;
  };
  if (answer.status === 409 && Array.isArray(body.validationErrors)) return new ValidationFailure(body.validationErrors, body.quote);
  const seconds = Number(answer.headers.get('Retry-After') ?? NaN);
  return new Problem(
    answer.status,
    body.code ?? 'genericErrorMessage',
    Number.isFinite(seconds) ? seconds : undefined,
    body.statusCode,
    body.requestId,
    body.detail,
  );
}
