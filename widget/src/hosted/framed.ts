import { readAttributes } from '../embed/attribute.js';
import { readHostMessage, type FrameMessage } from '../embed/frameMessage.js';
import type { Listener } from '../flow/event.js';
import { tabStore } from '../session/session.js';
import { basePath, resolveSetting, type FlowSetting } from '../session/setting.js';
import { forgetSession } from '../shell/start.js';
import { isLegibleOn } from '../theme/groundColor.js';

/** The store's key for the frame's host: the address loses it with the first step. */
const hostKey = 'cojoin.frame';

/** The channel to the page around the hosted page. */
export interface Framed {
  dispatch: Listener;
}

/** The host's controls of the flow in the frame. */
export interface FramedFlow {
  /** Runs the flow; another setting restarts it. */
  show: (setting: FlowSetting, framed: Framed) => void;
  /** Removes the flow from the page. */
  end: () => void;
}

/**
 * In a frame of another site that names its host (`?frame=https://www.example.com`): sends the page's height and events to that origin only, and obeys
 * messages from that origin only. Returns false elsewhere.
 */
export function openFramed(search: string, place: HTMLElement, { show, end }: FramedFlow): boolean {
  const origin = hostOf(search);
  if (!origin) return false;
  const send = (message: FrameMessage) => window.parent.postMessage(message, origin);
  let shown: FlowSetting = {};
  let isFirst = true;
  const framed: Framed = {
    dispatch: (event, detail) => {
      send({ cojoinFrame: 1, type: 'event', event, detail });
      if (event === 'ready') isFirst = true;
      if (event !== 'step') return;
      // Not on the first screen: a flow that has just loaded doesn't scroll its host's page.
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
 * A toast is at the foot of the window, here the window of the whole frame. A new toast is raised to the foot of the frame's visible part. Only the
 * browser can compute that part in a page of another origin.
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
 * Uses the background of the page around the frame for the scheme whose text is readable on it, and returns that scheme. Returns undefined if the
 * background is neither light nor dark: the reader's system then decides. A brand's own background stays.
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
