import type { examine, Report } from './doctor.js';
import type { Mounted, mount } from './element.js';

declare const COJOIN_CORE: string;
declare const COJOIN_FRAME: string;
declare const COJOIN_DOCTOR: string;
declare const COJOIN_STYLES: readonly string[];
declare const COJOIN_ATTRIBUTES: readonly string[];

/*
 * /embed/cojoin.js: defines <cojoin-join> and <cojoin-pro>, and loads the rest when one of them comes near the viewport. It works as a module
 * and as a plain script, with `async` or without.
 */
const script = document.currentScript ?? document.querySelector('script[src*="/embed/cojoin.js"]');
const base = new URL('.', (script as HTMLScriptElement | null)?.src ?? location.href);

const load = <T>(file: string) => import(/* @vite-ignore */ new URL(file, base).href) as Promise<T>;

let sheets: HTMLLinkElement[] = [];
let users = 0;

/** The sheets of the first screen, as long as an element uses them. */
function style(nonce: string): Promise<unknown> {
  users += 1;
  if (users > 1) return Promise.resolve();
  sheets = COJOIN_STYLES.map((file) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.nonce = nonce;
    link.href = new URL(file, base).href;
    return link;
  });
  const loads = sheets.map(
    (link) =>
      new Promise<void>((resolve) => {
        for (const end of ['load', 'error']) link.addEventListener(end, () => resolve());
      }),
  );
  document.head.append(...sheets);
  return Promise.all(loads);
}

function unstyle(): void {
  users -= 1;
  if (users < 1) for (const link of sheets) link.remove();
}

function define(name: string, kind: 'join' | 'pro'): void {
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      static observedAttributes = COJOIN_ATTRIBUTES;
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
        return style(this.nonce ?? '');
      }

      async #load() {
        this.#watch?.disconnect();
        if (this.#isOn) return;
        this.#isOn = true;
        try {
          const isFrame = this.getAttribute('mode') === 'frame';
          const [core] = await Promise.all([
            load<{ mount: typeof mount }>(isFrame ? COJOIN_FRAME : COJOIN_CORE),
            isFrame ? undefined : this.#style(),
          ]);
          if (this.#isOn) this.#mounted = core.mount(this, kind, base.origin);
        } catch {
          this.destroy();
          this.dispatchEvent(new CustomEvent('cojoin:error', { detail: { code: 'load_failed' }, bubbles: true, composed: true }));
        }
      }

      /** Forgets the sign-up and starts from the beginning. */
      reset() {
        this.destroy(true);
        void this.#load();
      }

      /** Looks at what may go wrong on this page, and names the CSP line that it needs. For whoever builds the page. */
      async doctor(): Promise<Report> {
        const { examine: look } = await load<{ examine: typeof examine }>(COJOIN_DOCTOR);
        return look(this, this.getAttribute('server') ?? base.origin);
      }

      /** Takes the flow out of the page. A second call does nothing. */
      destroy(forget = false) {
        this.#watch?.disconnect();
        if (!this.#isOn) return;
        this.#isOn = false;
        this.#mounted?.destroy(forget);
        this.#mounted = undefined;
        if (this.#isStyled) unstyle();
        this.#isStyled = false;
      }
    },
  );
}

define('cojoin-join', 'join');
define('cojoin-pro', 'pro');
