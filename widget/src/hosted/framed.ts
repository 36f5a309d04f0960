import type { FrameMessage } from '../embed/frameMessage.js';
import type { Listener } from '../flow/event.js';

/** Speaks to the page around the hosted page. */
export interface Framed {
  tell: Listener;
}

/**
 * Where the page stands in somebody's frame and was told whose (`?frame=https://www.example.com`), tells that origin, and no other, how tall it is
 * and what happens. Undefined otherwise.
 */
export function openFramed(search: string, place: HTMLElement): Framed | undefined {
  const host = new URLSearchParams(search).get('frame');
  if (!host || window.parent === window) return undefined;
  let origin: string;
  try {
    origin = new URL(host).origin;
  } catch {
    return undefined;
  }
  const send = (message: FrameMessage) => window.parent.postMessage(message, origin);
  document.documentElement.dataset['framed'] = '';
  new ResizeObserver(() => send({ cojoinFrame: 1, type: 'size', height: place.getBoundingClientRect().height })).observe(place);
  return {
    tell: (event, detail) => {
      send({ cojoinFrame: 1, type: 'event', event, detail });
      if (event === 'step') send({ cojoinFrame: 1, type: 'top' });
    },
  };
}
