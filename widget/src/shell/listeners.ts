/*
 * The listeners of React and react-aria on window and document, which the libraries add once for the life of the page and never remove. The build
 * (vite/listeners.ts) redirects their calls here: the listeners stay while a flow runs, and return with the next one.
 */

type Options = boolean | AddEventListenerOptions | undefined;
type Listener = EventListenerOrEventListenerObject;

interface Kept {
  type: string;
  listener: Listener;
  options: Options;
}

/** A target, and its number of users. */
class Ear {
  #kept: Kept[] = [];
  #users = 0;

  constructor(private readonly target: EventTarget) {}

  add(type: string, listener: Listener, options: Options): void {
    if (this.#find(type, listener, options) < 0) this.#kept.push({ type, listener, options });
    if (this.#users > 0) this.target.addEventListener(type, listener, options);
  }

  remove(type: string, listener: Listener, options: Options): void {
    const index = this.#find(type, listener, options);
    if (index >= 0) this.#kept.splice(index, 1);
    this.target.removeEventListener(type, listener, options);
  }

  hold(): () => void {
    this.#users += 1;
    if (this.#users === 1) for (const { type, listener, options } of this.#kept) this.target.addEventListener(type, listener, options);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#users -= 1;
      if (this.#users === 0) for (const { type, listener, options } of this.#kept) this.target.removeEventListener(type, listener, options);
    };
  }

  #find(type: string, listener: Listener, options: Options): number {
    return this.#kept.findIndex((one) => one.type === type && one.listener === listener && isCapture(one.options) === isCapture(options));
  }
}

const isCapture = (options: Options) => (typeof options === 'object' ? options.capture === true : options === true);

const ears = new WeakMap<EventTarget, Ear>();

function earOf(target: EventTarget): Ear {
  const ear = ears.get(target) ?? new Ear(target);
  ears.set(target, ear);
  return ear;
}

/** Replaces `target.addEventListener(…)` in our libraries. */
export function listen(target: EventTarget | null | undefined, type: string, listener: Listener, options?: Options): void {
  if (!target) return;
  if (target === window || target === document) earOf(target).add(type, listener, options);
  else target.addEventListener(type, listener, options);
}

/** Replaces `target.removeEventListener(…)` in our libraries. */
export function unlisten(target: EventTarget | null | undefined, type: string, listener: Listener, options?: Options): void {
  const ear = target && ears.get(target);
  if (ear) ear.remove(type, listener, options);
  else target?.removeEventListener(type, listener, options);
}

/** Lets the libraries listen on the page; returns a function that ends this. */
export function holdListeners(): () => void {
  const ends = [window, document].map((target) => earOf(target).hold());
  return () => {
    for (const end of ends) end();
  };
}
