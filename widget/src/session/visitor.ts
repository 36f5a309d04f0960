import { tabStore, textIn } from './session.js';

const key = 'cojoin.visitor';

let last: string | undefined;

/**
 * The visitor's anonymous id: experiments and analytics go by it, and an account recognises the browsers that it was used in. It is kept beyond
 * the tab so that a returning visitor sees the same arms; where the browser denies that, or the visitor isn't to be analysed, it lasts as long as the tab or
 * the page.
 */
export function anonymousId(isAnalysed: boolean): string {
  const stores = [isAnalysed ? permanentStore() : undefined, tabStore()];
  last = stores.map((store) => textIn(store, key)).find((kept) => kept) ?? last ?? newId();
  for (const store of stores) {
    try {
      store?.setItem(key, last);
      if (store) break;
    } catch {
      // Full: the next store, or none.
    }
  }
  return last;
}

/** The store that all tabs of a browser share, or undefined where the browser denies it: by an error or, in an Android application, by null. */
export function permanentStore(): Storage | undefined {
  try {
    return globalThis.localStorage ?? undefined;
  } catch {
    return undefined;
  }
}

/** A random UUID, on pages without a secure context too (where randomUUID isn't there). */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
