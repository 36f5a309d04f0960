import type { examine } from './doctor.js';
import type { Report } from './report.js';
import type { Kind } from './kind.js';
import type { Mounted, mount } from './element.js';
import { placehold, type Placeholder } from './placeholder.js';

/** The parts that elements load near the viewport: the flow, `mode="frame"`, or the report on the page. */
export interface LoadedParts {
  core: { mount: typeof mount };
  frame: { mount: typeof mount };
  doctor: { examine: typeof examine };
}

export interface ElementParts {
  /** Origin of the server, unless an attribute names another. */
  origin: string;
  load: <P extends keyof LoadedParts>(part: P, element: Element) => Promise<LoadedParts[P]>;
  /** Loads the first screen's sheets, with the page's nonce; `unstyle` releases them. Both are omitted if the page loads the sheets itself. */
  style?: ((element: Element, nonce: string) => Promise<unknown>) | undefined;
  unstyle?: ((element: Element) => void) | undefined;
  /** The nonce of the script's own tag: with it there, the page needn't repeat it. */
  nonce?: string | undefined;
  /** Support's phone, shown if the flow can't be loaded. */
  phone?: string | undefined;
}

/** After this time without a first screen, an element reports slowness, in milliseconds. */
const slowMs = 10_000;

/** The heights of first screens in a wide place, in pixels. Other screens have the chooser's height. */
const heights: Readonly<Record<string, number>> = { parents: 860, pro: 1245, account: 610 };

/** Returns the first screen's height, reserved so that the page's content below the element doesn't move. */
const tall = (element: HTMLElement, kind: Kind) =>
  (heights[kind === 'join' ? (element.getAttribute('start') ?? '') : kind] ?? 680) * (element.clientWidth < 560 ? 1.17 : 1);

/** Defines `<cojoin-join>`, `<cojoin-pro>` and `<cojoin-account>`; skips names that are already defined. */
export function defineWith(parts: ElementParts): void {
  for (const kind of ['join', 'pro', 'account'] as const) define(`cojoin-${kind}`, kind, parts);
}

function define(name: string, kind: Kind, { origin, load, style, unstyle, nonce, phone }: ElementParts): void {
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      // The mounted flow watches the other attributes.
      static observedAttributes = ['mode'];
      #mounted: Mounted | undefined;
      #watch: IntersectionObserver | undefined;
      #room: Placeholder | undefined;
      /** Set from the start of loading until `destroy()`. */
      #timer: ReturnType<typeof setTimeout> | undefined;
      /** After a reset, the session is forgotten before the next flow shows anything. */
      #mustForget: boolean | undefined;

      connectedCallback() {
        // If it was set before the definition, it is an own property of this element and hides the setter.
        const { appearance } = this;
        if (appearance) {
          delete this.appearance;
          this.appearance = appearance;
        }
        this.#hold();
        this.#watch?.disconnect();
        this.#watch = new IntersectionObserver(
          (entries) => {
            this.#room?.draw();
            if (entries.some((entry) => entry.isIntersecting)) void this.#load();
          },
          { rootMargin: '300px' },
        );
        this.#watch.observe(this);
      }

      disconnectedCallback() {
        // An element that moves within the page isn't gone: a framework may remove and insert it in one go.
        queueMicrotask(() => {
          if (!this.isConnected) this.destroy();
        });
      }

      /** Writes the object as the attribute: frameworks set objects as properties. */
      set appearance(brand: unknown) {
        this.setAttribute('appearance', JSON.stringify(brand));
      }

      attributeChangedCallback() {
        if (!this.#timer) return;
        this.destroy();
        void this.#load();
      }

      #hold() {
        return (this.#room ??= placehold(this, tall(this, kind), this.getAttribute('support-phone') ?? phone));
      }

      async #load() {
        this.#watch?.disconnect();
        if (this.#timer) return;
        const room = this.#hold();
        this.#timer = setTimeout(room.report, slowMs);
        const own = this.nonce || nonce || '';
        const shown = (isScreen: boolean) => {
          clearTimeout(this.#timer);
          this.#mustForget = false;
          room.yield(isScreen);
        };
        const fail = (code: string) => {
          if (this.#room !== room) return;
          this.destroy();
          this.dispatchEvent(new CustomEvent('cojoin:error', { detail: { code, canContinue: false }, bubbles: true, composed: true }));
          if (this.isConnected) this.#hold().report(() => this.#load());
        };
        try {
          const isFrame = this.getAttribute('mode') === 'frame';
          const [part] = await Promise.all([load(isFrame ? 'frame' : 'core', this), isFrame || style?.(this, own)]);
          // `destroy()` ends its placeholder. If the element was put back or reset meanwhile, a new placeholder has its own load.
          if (this.#room === room) this.#mounted = part.mount(this, kind, origin, { nonce: own, phone, shown, fail, forget: this.#mustForget });
        } catch {
          fail('load_failed');
        }
      }

      /** Forgets the sign-up and starts from the beginning. */
      reset() {
        if (this.#mounted?.reset) {
          this.#mounted.reset();
          return;
        }
        this.destroy(true);
        void this.#load();
      }

      /** Checks this page for common faults, and returns the CSP line that it needs. For the page's developer. */
      async doctor(): Promise<Report> {
        return (await load('doctor', this)).examine(this, this.getAttribute('server') ?? origin);
      }

      /** Removes the flow from the page. A second call does nothing. */
      destroy(forget?: boolean) {
        this.#watch?.disconnect();
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#mustForget = (this.#mounted ? this.#mounted.destroy(forget) : forget) || this.#mustForget;
        this.#mounted = undefined;
        unstyle?.(this);
        this.#room?.end();
        this.#room = undefined;
      }
    },
  );
}
