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
  /** The page's CSP nonce, or nothing. */
  nonce: string;
  phone?: string | undefined;
  /** Is told when the first screen is there or, with false, the word that it can't be had. */
  shown: (isScreen: boolean) => void;
  /** Is told, by its code, of a failure that leaves nothing to show: what is mounted goes, and the person may try again. */
  fail: (code: string) => void;
  /** The sign-up in progress is forgotten before anything is shown. */
  forget: boolean | undefined;
}

/** A flow that runs inside an element of the host page. */
export interface Mounted {
  /** Forgets the sign-up and starts from the beginning, where that takes no other mount. */
  reset?: (() => void) | undefined;
  /**
   * Removes all we put into the element; a second call does nothing. With `forget` the sign-up in progress is forgotten too. Answers true where that
   * is left to the next mount.
   */
  destroy: (forget?: boolean) => boolean | undefined;
}

/**
 * Runs the flow inside a custom element. `origin` is where the loader came from: the server, unless the attribute names another.
 * Events bubble and cross shadow borders: `cojoin:ready`, `:step`, `:quote`, `:complete`, `:error`, `:track`.
 */
export function mount(element: HTMLElement, kind: Kind, origin: string, { nonce, phone, shown, forget: isToForget }: Surroundings): Mounted {
  // Beside what the page put into the element, and out of sight until there is something to see. Not by `hidden`, which any rule of the page on
  // display would outweigh. It goes with the flow, and what React listens to on it goes with it.
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
    // Without a box of its own nothing that the page says of a `div` can cut the flow off or hide it.
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
