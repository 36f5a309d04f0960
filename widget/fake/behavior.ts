/** The server's problem of a failure. */
export interface Failure {
  status: number;
  /** Defaults to `genericErrorMessage`. */
  code?: string;
  /** The server's own text. */
  detail?: string;
  /** The header Retry-After, in seconds. */
  retryAfter?: number;
  [more: string]: unknown;
}

/** Calls by the beginning of their path, `/v1/pricing`, or by method and path, `PUT /v1/signups`. */
export type Calls = readonly string[];

/** The server's misbehavior. Other calls succeed. */
export interface Misbehavior {
  /** Calls that get no answer, as without a network. */
  offline?: Calls | undefined;
  /** Calls that never end. */
  slow?: Calls | undefined;
  /** Calls that fail, with a status or the server's whole problem. */
  failing?: Readonly<Record<string, number | Failure>> | undefined;
}

/** The parts of a call that decide its fault. */
export interface NamedCall {
  method: string;
  /** With or without a query. */
  path: string;
}

/** Returns the fault of a call: undefined for one that succeeds. */
export function misbehaviorOf({ offline = [], slow = [], failing = {} }: Misbehavior, call: NamedCall): 'offline' | 'slow' | Failure | undefined {
  const names = (name: string) => call.path.startsWith(name) || `${call.method} ${call.path}`.startsWith(name);
  if (offline.some(names)) return 'offline';
  if (slow.some(names)) return 'slow';
  const found = Object.entries(failing).find(([name]) => names(name))?.[1];
  if (found === undefined) return undefined;
  return typeof found === 'number' ? { status: found } : found;
}

/** Returns the body of a failure in the server's format. */
export function problemOf(failure: Failure): Record<string, unknown> {
  return { code: 'genericErrorMessage', ...failure };
}
