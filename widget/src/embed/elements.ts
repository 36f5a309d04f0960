import type { Appearance } from '../brand/appearance.js';
import type { FlowEvent, FlowEvents } from '../flow/event.js';
import type { Report } from './report.js';
import { defineWith, type LoadedParts } from './define.js';

export interface ElementsOptions {
  /** Origin of the Cojoin server. Defaults to the page's own; an element's `server` attribute has priority. */
  server?: string | undefined;
  /** Shown if the flow is slow or can't be loaded; an element's `support-phone` attribute has priority. */
  supportPhone?: string | undefined;
}

/** Events of the elements, by their DOM names. They bubble, and cross shadow borders. */
export type CojoinElementEvents = { [E in FlowEvent as `cojoin:${E}`]: CustomEvent<FlowEvents[E]> };

/** `<cojoin-join>`, `<cojoin-pro>` and `<cojoin-account>`. */
export interface CojoinElement extends HTMLElement {
  /** The host's brand; the attribute of that name has it as JSON. */
  set appearance(brand: Appearance);
  /** Forgets the sign-up and starts from the beginning. */
  reset: () => void;
  /** Removes the flow from the page; with `forget` the sign-up in progress is forgotten, too. A second call does nothing. */
  destroy: (forget?: boolean) => void;
  /** Checks this page for common faults, and returns the CSP line that it needs. For the page's developer. */
  doctor: () => Promise<Report>;
  addEventListener: (<E extends keyof CojoinElementEvents>(
    type: E,
    listener: (event: CojoinElementEvents[E]) => void,
    options?: boolean | AddEventListenerOptions,
  ) => void) &
    HTMLElement['addEventListener'];
}

declare global {
  interface HTMLElementTagNameMap {
    'cojoin-join': CojoinElement;
    'cojoin-pro': CojoinElement;
    'cojoin-account': CojoinElement;
  }
  // The events bubble: a page may listen further up.
  interface HTMLElementEventMap extends CojoinElementEvents {}
  interface DocumentEventMap extends CojoinElementEvents {}
  interface WindowEventMap extends CojoinElementEvents {}
}

const parts: { [P in keyof LoadedParts]: () => Promise<LoadedParts[P]> } = {
  core: () => import('./element.js'),
  frame: () => import('./frame.js'),
  doctor: () => import('./doctor.js'),
};

/**
 * Defines `<cojoin-join>`, `<cojoin-pro>` and `<cojoin-account>`, which load the flow when they come near the viewport. The page loads
 * `@cojoin/widget/style.css`. A second call does nothing; on a server it does nothing at all.
 */
export function defineElements({ server, supportPhone }: ElementsOptions = {}): void {
  if (typeof customElements === 'undefined') return;
  defineWith({
    origin: server ?? location.origin,
    load: (part) => parts[part](),
    phone: supportPhone,
  });
}
