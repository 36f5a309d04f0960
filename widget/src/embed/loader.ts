import { defineWith } from './define.js';
import type { LoadedParts } from './define.js';

declare const COJOIN_PARTS: Readonly<Record<keyof LoadedParts, readonly string[]>>;
declare const COJOIN_STYLE: string;

/*
 * /embed/cojoin.js: defines <cojoin-join>, <cojoin-pro> and <cojoin-account>, and loads the rest when one of them comes near the viewport. It works as a module
 * and as a plain script, with `async` or without.
 */
const script = (document.currentScript ?? document.querySelector('script[src*="/cojoin.js"]')) as HTMLScriptElement | null;
const home = script?.src.match(/^.*\/embed\//)?.[0];

/** The base of our files: beside the script or, on a third site's copy, at the server that the element names. */
const baseOf = (element: Element) => home ?? new URL('/embed/', element.getAttribute('server') ?? location.href).href;

/** The server writes its support phone here as it gives the script out. */
const phone = '{phone}';

const againMs = 1000;

/** A part and what it imports, the part first. Asks a second time where one doesn't come: a network has its moments. */
async function load<T>(files: readonly string[], base: string): Promise<T> {
  const ask = async () => (await Promise.all(files.map((file) => import(/* @vite-ignore */ base + file))))[0] as T;
  try {
    return await ask();
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, againMs);
    });
    return ask();
  }
}

let sheet: HTMLLinkElement | undefined;
const users = new Set<Element>();

/** The sheet of the first screen, as long as an element uses it. */
async function style(element: Element, nonce: string): Promise<void> {
  if (users.add(element).size > 1) return;
  await new Promise((resolve) => {
    sheet = document.createElement('link');
    Object.assign(sheet, { rel: 'stylesheet', nonce, href: baseOf(element) + COJOIN_STYLE, onload: resolve, onerror: resolve });
    document.head.append(sheet);
  });
}

function unstyle(element: Element): void {
  users.delete(element);
  if (!users.size) sheet?.remove();
}

defineWith({
  origin: new URL(home ?? location.href).origin,
  load: (part, element) => load(COJOIN_PARTS[part], baseOf(element)),
  style,
  unstyle,
  nonce: script?.nonce,
  phone: phone[0] === '{' ? '' : phone,
});
