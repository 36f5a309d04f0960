/** The server's problem of a failure. */
export interface Failure {
  status: number;
  /** Defaults to `genericErrorMessage`. */
  code?: string;
  /** The server's own words. */
  detail?: string;
  /** Seconds until it is worth asking again: a header. */
  retryAfter?: number;
  [more: string]: unknown;
}

/** Calls by the beginning of their path, `/v1/pricing`, or by method and path, `PUT /v1/signups`. */
export type Calls = readonly string[];

/** The server's misbehavior. Other calls succeed. */
export interface Misbehaviour {
  /** Calls that get no answer, as without a network. */
  offline?: Calls | undefined;
  /** Calls that never end. */
  slow?: Calls | undefined;
  /** Calls that fail, with their status or with all that the server says. */
  failing?: Readonly<Record<string, number | Failure>> | undefined;
}

/** A call as far as misbehaviour goes by it. */
export interface NamedCall {
  method: string;
  /** With or without a query. */
  path: string;
}

/** Returns the fault of a call: undefined for one that succeeds. */
export function misbehaviourOf({ offline = [], slow = [], failing = {} }: Misbehaviour, call: NamedCall): 'offline' | 'slow' | Failure | undefined {
  const names = (name: string) => call.path.startsWith(name) || `${call.method} ${call.path}`.startsWith(name);
  if (offline.some(names)) return 'offline';
  if (slow.some(names)) return 'slow';
  const found = Object.entries(failing).find(([name]) => names(name))?.[1];
  if (found === undefined) return undefined;
  return typeof found === 'number' ? { status: found } : found;
}

/** The body of a failure, as the server writes it. */
export function problemOf(failure: Failure): Record<string, unknown> {
  return { code: 'genericErrorMessage', ...failure };
}
