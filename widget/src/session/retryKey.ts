import { newId } from './visitor.js';

/**
 * Idempotency keys of calls other than payment. The same content gets the same key until an answer has arrived, so that a second click, or a retry after
 * a lost answer, gets the stored answer. Other content, or the same after an answer, gets a new key.
 */
export class RetryKey {
  #content: string | undefined;
  #key = '';

  /** Returns the key for this content. */
  for(content: unknown): string {
    const text = JSON.stringify(content);
    if (text !== this.#content) {
      this.#content = text;
      this.#key = newId();
    }
    return this.#key;
  }

  /** Call it after any answer, good or bad. */
  answered(): void {
    this.#content = undefined;
  }
}
