import { newId } from './visitor.js';

/**
 * Idempotency keys of calls other than payment: the same content gives the same key until an answer has come, so that a second click or a try
 * after a lost answer is answered with what was stored; any other content, or the same after an answer, gets a new one.
 */
export class RetryKey {
  #content: string | undefined;
  #key = '';

  /** The key for this content. */
  for(content: unknown): string {
    const text = JSON.stringify(content);
    if (text !== this.#content) {
      this.#content = text;
      this.#key = newId();
    }
    return this.#key;
  }

  /** An answer has come, good or bad. */
  answered(): void {
    this.#content = undefined;
  }
}
