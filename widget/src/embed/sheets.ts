/*
 * The style sheets of screens, each loaded with its screen. The build replaces Vite's own preload helper with this, because that helper's links would
 * stay in the host's head for ever.
 */

import { LostAnswer } from '../client/failure.js';

interface Sheet {
  link: HTMLLinkElement;
  settled: Promise<void>;
}

const sheets = new Map<string, Sheet>();
let users = 0;
/** The page's nonce for its content security policy. */
let pageNonce = '';

/** The pause before a missing chunk is requested again: by then a server that is being replaced is gone, or a phone has changed its cell. */
const againMs = 500;

/**
 * Loads a chunk together with its sheets. Vite generates the calls. Rejects with LostAnswer if the chunk can't be loaded, because there is no network or
 * because the server no longer has the file.
 */
async function loadWithSheets<T>(load: () => Promise<T>, files: readonly string[] = [], importer: string = location.href): Promise<T> {
  const needed = files.filter((file) => file.endsWith('.css')).map((file) => sheetOf(new URL(file, importer).href));
  const again = async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, againMs);
    });
    return load();
  };
  const chunk = load()
    .catch(again)
    .catch((cause: unknown) => {
      throw new LostAnswer(cause);
    });
  return (await Promise.all([chunk, ...needed]))[0];
}

// The name in Vite's calls.
export { loadWithSheets as __vitePreload };

/**
 * Keeps the sheets in the document while a flow runs, with the page's nonce; returns a function that releases them. The last release restores the
 * head.
 */
export function holdSheets(nonce: string): () => void {
  pageNonce ||= nonce;
  if (users === 0) for (const { link } of sheets.values()) document.head.append(link);
  users += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    users -= 1;
    if (users === 0) for (const { link } of sheets.values()) link.remove();
  };
}

/** Resolves once the sheet is loaded or has failed: a screen without its look is better than none. */
function sheetOf(href: string): Promise<void> | undefined {
  const known = sheets.get(href);
  if (known) return known.settled;
  // Already loaded by the page or the loader.
  if ([...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some((link) => link.href === href)) return undefined;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', nonce: pageNonce, href });
  const settled = new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      sheets.delete(href);
      link.remove();
      resolve();
    });
  });
  sheets.set(href, { link, settled });
  document.head.append(link);
  return settled;
}
