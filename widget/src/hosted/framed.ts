import { readAttributes } from '../embed/attribute.js';
import { readHostMessage, type FrameMessage } from '../embed/frameMessage.js';
import type { Listener } from '../flow/event.js';
import { tabStore } from '../session/session.js';
import { basePath, resolveSetting, type FlowSetting } from '../session/setting.js';
import { forgetSession } from '../shell/start.js';
import { isLegibleOn } from '../theme/groundColour.js';

/** The store's key for the frame's host: the address loses it with the first step. */
const hostKey = 'cojoin.frame';

/** Speaks to the page around the hosted page. */
export interface Framed {
  tell: Listener;
}

/** The host's controls of the flow in the frame. */
export interface FramedFlow {
  /** Runs it; another setting starts it again. */
  show: (setting: FlowSetting, framed: Framed) => void;
  /** Takes it out of the page. */
  end: () => void;
}

/**
 * In another site's frame that names its host (`?frame=https://www.example.com`), reports to that origin, and no other, how tall the page is
 * and its events, and follows the messages of that origin, and no other. Returns false otherwise.
 */
export function openFramed(search: string, place: HTMLElement, { show, end }: FramedFlow): boolean {
  const origin = hostOf(search);
  if (!origin) return false;
  const send = (message: FrameMessage) => window.parent.postMessage(message, origin);
  let shown: FlowSetting = {};
  let isFirst = true;
  const framed: Framed = {
    tell: (event, detail) => {
      send({ cojoinFrame: 1, type: 'event', event, detail });
      if (event === 'ready') isFirst = true;
      if (event !== 'step') return;
      // Only where the person goes on: a flow that has just loaded doesn't scroll the page that it is on.
      if (!isFirst) send({ cojoinFrame: 1, type: 'top' });
      isFirst = false;
    },
  };
  const forget = () => {
    end();
    forgetSession(resolveSetting(shown, true));
    history.replaceState(null, '', `${basePath}${location.search}`);
  };
  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== window.parent) return;
    const message = readHostMessage(event.data);
    if (message?.type === 'start') {
      if (message.forget) forget();
      shown = readAttributes((name) => message.attributes[name] ?? null);
      const scheme = settle(message.ground);
      if ((shown.theme ?? 'auto') === 'auto') shown.theme = scheme;
      show(shown, framed);
    }
    if (message?.type === 'forget') {
      forget();
      send({ cojoinFrame: 1, type: 'forgotten' });
    }
  });
  document.documentElement.dataset['framed'] = '';
  new ResizeObserver(() => send({ cojoinFrame: 1, type: 'size', height: place.getBoundingClientRect().height })).observe(place);
  keepToastsInView(place);
  send({ cojoinFrame: 1, type: 'hello' });
  return true;
}

/**
 * A toast is at the foot of the window, which here is that of the whole frame: one that appears is raised to the foot of what is seen of the frame.
 * Only the browser knows that, in a page of another origin.
 */
function keepToastsInView(place: HTMLElement): void {
  const raised = new WeakSet<Element>();
  new MutationObserver(() => {
    const toast = place.querySelector<HTMLElement>('.cj-toast');
    if (!toast || raised.has(toast)) return;
    raised.add(toast);
    const look = new IntersectionObserver(([seen]) => {
      look.disconnect();
      if (!seen?.isIntersecting) return;
      const below = seen.boundingClientRect.bottom - seen.intersectionRect.bottom;
      if (below > 0) toast.style.insetBlockEnd = `calc(${below}px + var(--cj-space-4))`;
    });
    look.observe(place);
  }).observe(place, { childList: true, subtree: true });
}

const tokens = { light: '--cojoin-canvas', dark: '--cojoin-dark-canvas' } as const;

/**
 * Takes the ground of the page around the frame for that of the scheme whose words can be read on it, and answers the scheme: none in the middle
 * of the scale, where the reader's system decides. A brand's own ground stays.
 */
function settle(ground: string | undefined): 'light' | 'dark' | undefined {
  const { style } = document.documentElement;
  for (const token of Object.values(tokens)) style.removeProperty(token);
  const scheme = (['light', 'dark'] as const).find((one) => ground && isLegibleOn(ground, one));
  if (ground && scheme) style.setProperty(tokens[scheme], ground);
  return scheme;
}

function hostOf(search: string): string | undefined {
  const store = tabStore();
  const host = new URLSearchParams(search).get('frame') ?? store?.getItem(hostKey);
  try {
    const { origin } = new URL(host ?? '');
    store?.setItem(hostKey, origin);
    return origin;
  } catch {
    return undefined;
  }
}
