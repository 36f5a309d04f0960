import type { EventBatch, TrackedEvent } from '../client/types.js';

const batchSize = 50;
const pauseMs = 2000;

/** Collects analytics events and sends them in batches. Failed batches are dropped: analytics never disturbs a sign-up. */
export class Tracker {
  #waiting: TrackedEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Without `send` nothing is collected. */
  constructor(private readonly send: ((batch: EventBatch) => Promise<void>) | undefined) {}

  add(event: string, properties: NonNullable<TrackedEvent['properties']>): void {
    if (!this.send) return;
    this.#waiting.push({ event, properties, timestamp: new Date().toISOString() });
    this.#timer ??= setTimeout(() => this.flush(), pauseMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const events = this.#waiting.splice(0, batchSize);
    if (events.length > 0) this.send?.({ events }).catch(() => undefined);
  }

  /** Sends the rest when the page is hidden; returns a function that stops this. */
  start(): () => void {
    const onHide = () => this.flush();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      this.flush();
    };
  }
}
