/*
 * The style sheets of screens, each loaded with its screen. The build puts this in the place of Vite's own preload helper, whose links would stay
 * in the host's head for ever.
 */

import { LostAnswer } from '../client/failure.js';

interface Sheet {
  link: HTMLLinkElement;
  settled: Promise<void>;
}

const sheets = new Map<string, Sheet>();
let users = 0;
/** Of the page, for its content security policy. */
let pageNonce = '';

/** The pause before a missing chunk is requested again: a server that is being replaced is gone by then, and a cell has changed. */
const againMs = 500;

/**
 * Loads a chunk together with the sheets that it needs. Vite writes the calls. Rejects with LostAnswer where it can't be had, be it that there is no
 * network or that the file is no longer given out.
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

// The name that Vite calls it by.
export { loadWithSheets as __vitePreload };

/**
 * Keeps the sheets in the document for as long as a flow runs, with the nonce of the page; answers how to let go. The last one to let go leaves
 * the head as it was.
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

/** Resolves when the sheet is there, or can't be had: a screen without its look is better than none. */
function sheetOf(href: string): Promise<void> | undefined {
  const known = sheets.get(href);
  if (known) return known.settled;
  // Brought by the page or the loader already.
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
