import { createElement } from 'react';
import type { Root } from 'react-dom/client';
import { FlowRoot } from '../shell/FlowRoot.js';
import type { FlowEvents } from '../flow/event.js';
import { resolveSetting, type FlowSetting } from '../session/setting.js';
import { forgetSession } from '../shell/start.js';
import { attributeOf, attributes, readAttributes } from './attribute.js';
import { prepare, type Kind } from './kind.js';
import { openRoot } from './root.js';
import { holdSheets } from './sheets.js';

/** An element's view of the page around it, passed to its flow. */
export interface Surroundings {
  /** The page's CSP nonce; may be empty. */
  nonce: string;
  phone?: string | undefined;
  /** Called once the first screen is shown or, with false, the message that it can't be loaded. */
  shown: (isScreen: boolean) => void;
  /** Called with the code of a failure that leaves nothing to show: the flow is unmounted, and the user may retry. */
  fail: (code: string) => void;
  /** Forget the sign-up in progress before anything is shown. */
  forget: boolean | undefined;
}

/** A flow that runs inside an element of the host page. */
export interface Mounted {
  /** Forgets the sign-up and starts from the beginning. Missing if that takes a new mount. */
  reset?: (() => void) | undefined;
  /**
   * Removes all of our content from the element; a second call does nothing. With `forget` the sign-up in progress is forgotten, too. Returns true if
   * the next mount has to do that.
   */
  destroy: (forget?: boolean) => boolean | undefined;
}

/**
 * Runs the flow inside a custom element. `origin` is the loader's origin, which is the server's unless an attribute names another.
 * Events bubble and cross shadow borders: `cojoin:ready`, `:step`, `:quote`, `:complete`, `:error`, `:track`.
 */
export function mount(element: HTMLElement, kind: Kind, origin: string, { nonce, phone, shown, forget: isToForget }: Surroundings): Mounted {
  // Beside the page's own content of the element, and hidden until there is something to see. Not by the attribute `hidden`: any rule of the page on
  // display would override it. React's listeners are on this place, so they go with it.
  const place = document.createElement('div');
  place.style.display = 'none';
  place.dataset['cojoin'] = '1';
  element.append(place);
  let root: Root | undefined = openRoot(place);
  const letGo = holdSheets(nonce);
  const emit = <E extends keyof FlowEvents>(event: E, detail: FlowEvents[E]) => {
    element.dispatchEvent(new CustomEvent(`cojoin:${event}`, { detail, bubbles: true, composed: true }));
  };
  const onShown = (isScreen: boolean) => {
    // Without a box of its own, no rule of the page for `div` can clip or hide the flow.
    place.style.display = 'contents';
    shown(isScreen);
  };
  let current: FlowSetting = {};
  const update = () => {
    const setting = readAttributes((name) => (name === 'nonce' ? nonce || null : attributeOf(element, name)));
    current = { ...prepare[kind](setting), server: setting.server ?? origin, supportPhone: setting.supportPhone ?? phone };
    root?.render(createElement(FlowRoot, { setting: current, hosted: false, onEvent: emit, onShown }));
  };
  update();
  if (isToForget) forgetSession(resolveSetting(current, false));
  const watch = new MutationObserver(update);
  watch.observe(element, { attributeFilter: [...attributes] });
  return {
    destroy: (forget = false) => {
      watch.disconnect();
      root?.unmount();
      letGo();
      if (forget && root) forgetSession(resolveSetting(current, false));
      root = undefined;
      place.remove();
      return undefined;
    },
  };
}
