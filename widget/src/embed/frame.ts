import type { Mounted } from './element.js';
import { readFrameMessage } from './frameMessage.js';

/** Attributes that the hosted page takes by its address. */
const passed = { locale: 'lang', theme: 'theme', flags: 'flags', selection: 'selection', instance: 'instance' } as const;

/**
 * `mode="frame"`: the hosted page in a frame that grows with it, for pages whose own style sheet breaks everything else. Only messages of that
 * frame and of the server's origin are heard; the hosted page speaks only to the origin that it was told, which the server has to allow.
 */
export function mount(element: HTMLElement, kind: 'join' | 'pro', origin: string): Mounted {
  let frame: HTMLIFrameElement | undefined;
  let server = origin;

  const onMessage = (event: MessageEvent<unknown>) => {
    if (!frame || event.origin !== new URL(server).origin || event.source !== frame.contentWindow) return;
    const message = readFrameMessage(event.data);
    if (message?.type === 'size') frame.height = String(Math.ceil(message.height));
    if (message?.type === 'top') frame.scrollIntoView({ block: 'nearest' });
    if (message?.type === 'event') {
      element.dispatchEvent(new CustomEvent(`cojoin:${message.event}`, { detail: message.detail, bubbles: true, composed: true }));
    }
  };

  const update = () => {
    server = element.getAttribute('server')?.trim() || origin;
    const page = new URL(kind === 'pro' || element.getAttribute('start') === 'professionals' ? '/app/join/pro' : '/app/join', server);
    for (const [attribute, name] of Object.entries(passed)) {
      const value = element.getAttribute(attribute);
      if (value) page.searchParams.set(name, value);
    }
    const referrer = element.getAttribute('referrer');
    if (referrer) {
      page.searchParams.set('discount', 'true');
      page.searchParams.set('referrer', referrer);
      page.searchParams.set('pct', btoa(element.getAttribute('percentage') ?? ''));
    }
    page.searchParams.set('frame', location.origin);
    frame ??= document.createElement('iframe');
    frame.title = 'Cojoin';
    frame.width = '100%';
    frame.height = '640';
    frame.setAttribute('frameborder', '0');
    frame.allow = 'payment';
    frame.src = page.href;
    if (!frame.isConnected) element.replaceChildren(frame);
  };

  addEventListener('message', onMessage);
  update();
  return {
    update,
    destroy: () => {
      removeEventListener('message', onMessage);
      frame?.remove();
      frame = undefined;
    },
  };
}
