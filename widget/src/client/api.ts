import { LostAnswer, Problem, ValidationFailure } from './failure.js';
import { createHttp } from './http.js';
import type { operations } from './schema.js';
import { inTurn } from './turn.js';
import type { EventBatch, Quote } from './types.js';

/** The surroundings of every call. */
export interface ApiSetting {
  /** Origin of the server, without a slash at the end; empty for the page's own. */
  server: string;
  /** BCP 47 tag that answers are wanted in; asked for at each call. */
  language: () => string;
  anonymousId: string;
  /** Allows analysis of the visitor: only then do sign-up and order carry the id. Defaults to false. */
  analytics?: boolean | undefined;
  /** Referrer key of an active discount; asked for at each call. */
  referrer?: (() => string | undefined) | undefined;
  /** Forced arms (`grow886:treatment,…`); the server ignores them in production. */
  flags?: string | undefined;
  /** Defaults to the browser's. */
  fetch?: typeof fetch | undefined;
}

/** Proof that a registration is ours. */
export interface SignupRef {
  signupId: string;
  registrationKey: string;
}

/** The query of an address search. */
export type AddressQuery = Pick<operations['suggestAddresses']['parameters']['query'], 'query' | 'country'> & { session: string };

/** The calls that every flow begins with, and the look-ups. They throw {@link ValidationFailure}, {@link Problem} or {@link LostAnswer}. */
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
    /** The client of every call, for calls of screens that load later. */
    client,
    /** Reports whether calls wait for a turn at the server. */
    turn,
    query,
    /** The visitor's part of an order or a registration. */
    analyzed,
    identified,
    /** BCP 47 tag that calls ask for words and amounts in. */
    locale: setting.language,
    bootstrap: () => answerOf(client.GET('/v1/bootstrap', { params: { query } })),
    parentOptions: () => answerOf(client.GET('/v1/parent/options')),
    countries: async () => (await answerOf(client.GET('/v1/countries'))).countries,
    /** Time zones of a country or, where it is given, of a region of it. */
    timeZones: async (country: string, region?: string) =>
      (region
        ? await answerOf(client.GET('/v1/countries/{country}/regions/{region}/timezones', { params: { path: { country, region } } }))
        : await answerOf(client.GET('/v1/countries/{country}/timezones', { params: { path: { country } } }))
      ).timezones,

    /** With the offers for whom the referrer sent. Without a group it is the one for who hasn't said where they live. */
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

/** Begins a trace (W3C trace context), so that a call can be followed from here to the database. It holds nothing about the visitor. */
function traceparent(): string {
  const hex = (bytes: number) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex(16)}-${hex(8)}-01`;
}

export const own = (ref: SignupRef) => ({ 'Registration-Key': ref.registrationKey });
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Waits for an answer, and throws what isn't a success. An aborted call rejects with the abort itself. */
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
