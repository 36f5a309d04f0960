import type { Listener } from '../flow/event.js';

/** Passes events on to the current listeners, and remembers whether the user has moved by a step. */
export class Announcer {
  #listener: Listener | undefined;
  #hasMoved = false;

  listen(listener: Listener | undefined): void {
    this.#listener = listener;
  }

  readonly emit: Listener = (event, detail) => this.#listener?.(event, detail);

  move(): void {
    this.#hasMoved = true;
  }

  readonly hasMoved = (): boolean => this.#hasMoved;
}
