import { createStore } from '../machine/store.js';

/** The limit for retries of a call while the server is busy, in milliseconds. */
const patience = 60_000;

/** Refusals of a server that is overloaded, or is being replaced. The call had no effect. */
const refusals: readonly unknown[] = ['server_overloaded', 'saturated', 'server_not_ready'];

/** Reports whether a call is waiting to be sent again. A turn is a slot of the server: permission to handle one call. */
export interface Turn {
  isWaiting: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Wraps fetch: a call that a busy server refused with a Retry-After is sent again until it succeeds or the patience ends. Each wait is up to a second
 * longer than requested, so that clients that were refused together don't return together.
 */
export function inTurn(send: typeof fetch): { fetch: typeof fetch; turn: Turn } {
  const waiting = createStore(0);
  return {
    turn: { isWaiting: () => waiting.get() > 0, subscribe: waiting.subscribe },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      // Every try sends the text itself: a clone would send a stream, and not all proxies and tools can read one.
      const body = await request.text();
      const end = Date.now() + patience;
      for (;;) {
        const answer = await send(body ? new Request(request, { method: request.method, body }) : request.clone());
        const pause = await pauseOf(answer);
        if (pause === undefined || Date.now() + pause > end) return answer;
        waiting.set(waiting.get() + 1);
        try {
          await sleep(pause + Math.random() * 1000, request.signal);
        } finally {
          waiting.set(waiting.get() - 1);
        }
      }
    },
  };
}

/** Returns the wait until the call may be retried, in milliseconds; undefined if the refusal has another cause. */
async function pauseOf(answer: Response): Promise<number | undefined> {
  const seconds = Number(answer.headers.get('Retry-After') ?? NaN);
  if (answer.status !== 503 || !(seconds >= 0)) return undefined;
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  return refusals.includes(code) ? seconds * 1000 : undefined;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
