import { attributeOf, attributes } from './attribute.js';
import type { Mounted, Surroundings } from './element.js';
import { prepare, type Kind } from './kind.js';
import { readFrameMessage, type HostMessage } from './frameMessage.js';
import { colorBehind } from '../theme/groundColor.js';

/** Attributes that concern only the page around the frame. */
const ofThePage = new Set(['server', 'nonce', 'deep-links', 'credentials', 'heading-level']);

/** The hosted page must send its hello within this time; after it the server counts as unreachable. */
const helloMs = 30_000;

/** The limit for a removed frame to forget the sign-up in progress. */
const forgetMs = 1000;

/**
 * `mode="frame"`: the hosted page in a frame that grows with it, for pages whose own style sheet breaks every other mode. The host accepts messages
 * only from that frame and the server's origin. The hosted page posts only to its host's origin, which the server must allow. It gets the attributes by
 * message, never in its address.
 */
export function mount(element: HTMLElement, kind: Kind, origin: string, { phone, shown, fail, forget: isToForget }: Surroundings): Mounted {
  const frame = document.createElement('iframe');
  let server = origin;
  let isListening = false;
  let isForgetting = false;
  let mustForget = isToForget;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const raise = (event: string, detail: unknown) => {
    element.dispatchEvent(new CustomEvent(`cojoin:${event}`, { detail, bubbles: true, composed: true }));
  };
  const post = (message: HostMessage) => frame.contentWindow?.postMessage(message, new URL(server).origin);
  const start = (forget = false) => {
    const values: Record<string, string> = { locale: document.documentElement.lang, ...(phone && { 'support-phone': phone }) };
    for (const name of attributes) {
      const value = attributeOf(element, name);
      if (value !== null && !ofThePage.has(name)) values[name] = value;
    }
    const { start: first, instance } = prepare[kind]({ instance: values['instance'] });
    if (first) values['start'] = first;
    if (instance) values['instance'] = instance;
    post({ cojoinHost: 1, type: 'start', attributes: values, ground: groundBehind(frame), forget });
  };
  const leave = () => {
    watch.disconnect();
    clearTimeout(silence);
    removeEventListener('message', onMessage);
    frame.remove();
  };

  function onMessage(event: MessageEvent<unknown>) {
    if (event.origin !== new URL(server).origin || event.source !== frame.contentWindow) return;
    const message = readFrameMessage(event.data);
    switch (message?.type) {
      case 'hello':
        isListening = true;
        clearTimeout(silence);
        if (isForgetting) post({ cojoinHost: 1, type: 'forget' });
        else start(mustForget);
        mustForget = false;
        return;
      case 'forgotten':
        if (isForgetting) leave();
        return;
      case 'size':
        frame.height = String(Math.ceil(message.height));
        return;
      case 'top':
        frame.scrollIntoView({ block: 'nearest' });
        return;
      case 'event':
        raise(message.event, message.detail);
        if (message.event === 'ready' || message.event === 'error') {
          frame.removeAttribute('style');
          shown(message.event === 'ready');
        }
        return;
      default:
    }
  }

  /** Shows the server's page; a change of server reloads it. */
  const open = () => {
    server = element.getAttribute('server')?.trim() || origin;
    const page = new URL('/app/join', server);
    page.searchParams.set('frame', location.origin);
    if (frame.src !== page.href) {
      isListening = false;
      clearTimeout(silence);
      silence = setTimeout(() => fail('server_unreachable'), helloMs);
      frame.src = page.href;
    }
  };

  frame.title = 'Cojoin';
  frame.width = '100%';
  frame.height = '640';
  frame.setAttribute('frameborder', '0');
  frame.allow = 'payment';
  // Invisible at its final width until the hosted page has content.
  frame.style.cssText = 'position:absolute;visibility:hidden';
  frame.dataset['cojoin'] = '1';
  addEventListener('message', onMessage);
  open();
  element.append(frame);
  const watch = new MutationObserver(() => {
    open();
    if (isListening) start();
  });
  watch.observe(element, { attributeFilter: [...attributes] });
  return {
    reset: () => {
      if (isListening) start(true);
      else mustForget = true;
    },
    destroy: (forget) => {
      if (!frame.parentNode || isForgetting) return undefined;
      if (!forget || !frame.isConnected) {
        leave();
        return forget || mustForget;
      }
      // Only the frame can forget its own data: it stays, hidden, until it has.
      isForgetting = true;
      frame.hidden = true;
      if (isListening) post({ cojoinHost: 1, type: 'forget' });
      setTimeout(leave, forgetMs);
      return !isListening;
    },
  };
}

/** Returns the color behind the frame, as `rgb(…)`; undefined if it isn't one plain color. */
function groundBehind(frame: HTMLElement): string | undefined {
  const color = colorBehind(frame);
  if (color !== 'Canvas') return color;
  // The page has no color of its own: the browser resolves its default.
  frame.style.backgroundColor = color;
  const { backgroundColor } = getComputedStyle(frame);
  frame.style.backgroundColor = '';
  return backgroundColor;
}
