import { defineWith } from './define.js';
import type { ElementParts } from './define.js';

declare const COJOIN_CORE: readonly string[];
declare const COJOIN_FRAME: readonly string[];
declare const COJOIN_DOCTOR: readonly string[];
declare const COJOIN_STYLES: readonly string[];

/*
 * /embed/cojoin.js: defines <cojoin-join>, <cojoin-pro> and <cojoin-account>, and loads the rest when one of them comes near the viewport. It works as a module
 * and as a plain script, with `async` or without.
 */
const script = document.currentScript ?? document.querySelector('script[src*="/embed/cojoin.js"]');
const base = new URL('.', (script as HTMLScriptElement | null)?.src ?? location.href);

const againMs = 1000;

/** A part and what it imports, the part first. Asks a second time where one doesn't come: a network has its moments. */
async function load<T>(files: readonly string[]): Promise<T> {
  const ask = async () => (await Promise.all(files.map((file) => import(/* @vite-ignore */ new URL(file, base).href))))[0] as T;
  try {
    return await ask();
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, againMs);
    });
    return ask();
  }
}

let sheets: HTMLLinkElement[] = [];
let users = 0;

/** The sheets of the first screen, as long as an element uses them. */
function style(nonce: string): Promise<unknown> {
  users += 1;
  if (users > 1) return Promise.resolve();
  sheets = COJOIN_STYLES.map((file) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.nonce = nonce;
    link.href = new URL(file, base).href;
    return link;
  });
  const loads = sheets.map(
    (link) =>
      new Promise<void>((resolve) => {
        for (const end of ['load', 'error']) link.addEventListener(end, () => resolve());
      }),
  );
  document.head.append(...sheets);
  return Promise.all(loads);
}

function unstyle(): void {
  users -= 1;
  if (users < 1) for (const link of sheets) link.remove();
}

type Part<K extends 'core' | 'frame' | 'doctor'> = Awaited<ReturnType<ElementParts[K]>>;

defineWith({
  origin: base.origin,
  core: () => load<Part<'core'>>(COJOIN_CORE),
  frame: () => load<Part<'frame'>>(COJOIN_FRAME),
  doctor: () => load<Part<'doctor'>>(COJOIN_DOCTOR),
  style,
  unstyle,
});
