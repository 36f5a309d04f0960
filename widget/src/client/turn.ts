import { createStore } from '../machine/store.js';

/** The time for retries of a call while the server has no turn for it, in milliseconds. */
const patience = 60_000;

/** Refusals of a server that has too much to do, or is being replaced. The call had no effect. */
const refusals: readonly unknown[] = ['server_overloaded', 'saturated', 'server_not_ready'];

/** Reports whether calls are waiting for a turn. */
export interface Turn {
  isWaiting: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/**
 * A fetch that waits for its turn: a call that a busy server refused, and told when to come back, is sent again until it is let through or the
 * patience is at an end. Up to a second more than asked for is waited, so that people who were refused together don't come back together.
 */
export function inTurn(send: typeof fetch): { fetch: typeof fetch; turn: Turn } {
  const waiting = createStore(0);
  return {
    turn: { isWaiting: () => waiting.get() > 0, subscribe: waiting.subscribe },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      // Every try sends the text itself: a clone would send a stream, which not all proxies and tools can read.
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

/** When the call may come back, in milliseconds; undefined where it wasn't refused for want of a turn. */
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
