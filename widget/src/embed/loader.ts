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

/** Where our files are: beside the script or, where another site gives it out under another name, at the server that the element names. */
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
let users = 0;

/** The sheet of the first screen, as long as an element uses it. */
async function style(element: Element, nonce: string): Promise<void> {
  users += 1;
  if (users > 1) return;
  const link = (sheet = document.createElement('link'));
  Object.assign(link, { rel: 'stylesheet', nonce, href: baseOf(element) + COJOIN_STYLE });
  document.head.append(link);
  await new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve);
  });
}

function unstyle(): void {
  users -= 1;
  if (users < 1) sheet?.remove();
}

defineWith({
  origin: home ? new URL(home).origin : location.origin,
  load: (part, element) => load(COJOIN_PARTS[part], baseOf(element)),
  style,
  unstyle,
  nonce: script?.nonce,
  phone: phone[0] === '{' ? '' : phone,
});
