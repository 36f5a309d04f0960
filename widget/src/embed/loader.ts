import { defineWith } from './define.js';
import type { LoadedParts } from './define.js';

declare const COJOIN_PARTS: Readonly<Record<keyof LoadedParts, readonly string[]>>;
declare const COJOIN_STYLE: string;

/*
 * /embed/cojoin.js: defines <cojoin-join>, <cojoin-pro> and <cojoin-account>, and loads the rest when one of them comes near the viewport. It works as a
 * module and as a plain script, with `async` or without.
 */
const script = (document.currentScript ?? document.querySelector('script[src*="/cojoin.js"]')) as HTMLScriptElement | null;
const home = script?.src.match(/^.*\/embed\//)?.[0];

/** Returns the base of our files: beside the script or, for a copy on another site, the server named by the element. */
const baseOf = (element: Element) => home ?? new URL('/embed/', element.getAttribute('server') ?? location.href).href;

/** The server replaces this by its support phone when it serves the script. */
const phone = '{phone}';

const againMs = 1000;

/** Loads a part and its imports; the part comes first. Retries once, because networks have short failures. */
async function load<T>(files: readonly string[], base: string): Promise<T> {
  const importAll = async () => (await Promise.all(files.map((file) => import(/* @vite-ignore */ base + file))))[0] as T;
  try {
    return await importAll();
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, againMs);
    });
    return importAll();
  }
}

let sheet: HTMLLinkElement | undefined;
const users = new Set<Element>();

/** Loads the first screen's sheet, for as long as an element uses it. */
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
