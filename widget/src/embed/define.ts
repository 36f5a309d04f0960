import { attributes } from './attribute.js';
import type { examine } from './doctor.js';
import type { Report } from './report.js';
import type { Kind } from './kind.js';
import type { Mounted, mount } from './element.js';

/** What the elements load when one of them comes near the viewport. */
export interface ElementParts {
  /** Origin of the server, where no attribute names another. */
  origin: string;
  core: () => Promise<{ mount: typeof mount }>;
  /** For `mode="frame"`. */
  frame: () => Promise<{ mount: typeof mount }>;
  doctor: () => Promise<{ examine: typeof examine }>;
  /** Brings the sheets of the first screen, with the page's nonce; `unstyle` lets go of them. Where the page brings them itself both are left out. */
  style?: ((nonce: string) => Promise<unknown>) | undefined;
  unstyle?: (() => void) | undefined;
}

/** Defines `<cojoin-join>`, `<cojoin-pro>` and `<cojoin-account>`; a name that is taken is left as it is. */
export function defineWith(parts: ElementParts): void {
  for (const kind of ['join', 'pro', 'account'] as const) define(`cojoin-${kind}`, kind, parts);
}

function define(name: string, kind: Kind, { origin, core, frame, doctor, style, unstyle }: ElementParts): void {
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      static observedAttributes = attributes;
      #mounted: Mounted | undefined;
      #watch: IntersectionObserver | undefined;
      #isOn = false;
      #isStyled = false;

      connectedCallback() {
        this.#watch = new IntersectionObserver(
          (entries) => {
            if (entries.some((entry) => entry.isIntersecting)) void this.#load();
          },
          { rootMargin: '300px' },
        );
        this.#watch.observe(this);
      }

      disconnectedCallback() {
        // Moved within the page is not gone: a host's framework may do both in one go.
        queueMicrotask(() => {
          if (!this.isConnected) this.destroy();
        });
      }

      attributeChangedCallback() {
        this.#mounted?.update();
      }

      #style() {
        this.#isStyled = true;
        return style?.(this.nonce ?? '');
      }

      async #load() {
        this.#watch?.disconnect();
        if (this.#isOn) return;
        this.#isOn = true;
        try {
          const isFrame = this.getAttribute('mode') === 'frame';
          const [part] = isFrame ? [await frame()] : await Promise.all([core(), this.#style()]);
          if (this.#isOn) this.#mounted = part.mount(this, kind, origin);
        } catch {
          this.destroy();
          this.dispatchEvent(new CustomEvent('cojoin:error', { detail: { code: 'load_failed' }, bubbles: true, composed: true }));
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

      /** Looks at what may go wrong on this page, and names the CSP line that it needs. For the page's developer. */
      async doctor(): Promise<Report> {
        return (await doctor()).examine(this, this.getAttribute('server') ?? origin);
      }

      /** Takes the flow out of the page. A second call does nothing. */
      destroy(forget = false) {
        this.#watch?.disconnect();
        if (!this.#isOn) return;
        this.#isOn = false;
        this.#mounted?.destroy(forget);
        this.#mounted = undefined;
        if (this.#isStyled) unstyle?.();
        this.#isStyled = false;
      }
    },
  );
}
