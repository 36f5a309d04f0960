import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { FlowRoot } from '../shell/FlowRoot.js';
import type { FlowEvents } from '../flow/event.js';
import { resolveSetting, type FlowSetting } from '../flow/setting.js';
import { forgetSession } from '../shell/start.js';
import { readAttributes } from './attribute.js';
import { holdListeners } from '../shell/listeners.js';
import { prepare, type Kind } from './kind.js';
import { holdSheets } from './sheets.js';

/** A flow that runs inside an element of the host page. */
export interface Mounted {
  /** Restarts with the current attributes. */
  update: () => void;
  /** Forgets the sign-up and starts from the beginning, where that takes no other mount. */
  reset?: (() => void) | undefined;
  /** Removes all we put into the element; a second call does nothing. With `forget` the sign-up in progress is forgotten too. */
  destroy: (forget?: boolean) => void;
}

/**
 * Runs the flow inside a custom element. `origin` is where the loader came from: the server, unless the attribute names another.
 * Events bubble and cross shadow borders: `cojoin:ready`, `:step`, `:quote`, `:complete`, `:error`, `:track`.
 */
export function mount(element: HTMLElement, kind: Kind, origin: string): Mounted {
  const deafen = holdListeners(element);
  let root: Root | undefined = createRoot(element);
  const letGo = holdSheets();
  const emit = <E extends keyof FlowEvents>(event: E, detail: FlowEvents[E]) => {
    element.dispatchEvent(new CustomEvent(`cojoin:${event}`, { detail, bubbles: true, composed: true }));
  };
  let current: FlowSetting = {};
  const update = () => {
    const setting = readAttributes((name) => (name === 'nonce' ? element.nonce || null : element.getAttribute(name)));
    current = { ...prepare[kind](setting), server: setting.server ?? origin };
    root?.render(createElement(FlowRoot, { setting: current, hosted: false, onEvent: emit }));
  };
  update();
  return {
    update,
    destroy: (forget = false) => {
      root?.unmount();
      letGo();
      deafen();
      if (forget && root) forgetSession(resolveSetting(current, false));
      root = undefined;
    },
  };
}
