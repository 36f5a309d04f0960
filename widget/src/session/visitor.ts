import { tabStore, textIn } from './session.js';

const key = 'cojoin.visitor';

let last: string | undefined;

/**
 * Returns the visitor's anonymous id. Experiments and analytics use it, and an account recognizes its browsers by it. It outlives the tab, so that a
 * returning visitor sees the same variants. If the browser prevents that, or the visitor didn't allow analytics, it lasts as long as the tab or the page.
 */
export function anonymousId(isAnalyzed: boolean): string {
  const stores = [isAnalyzed ? permanentStore() : undefined, tabStore()];
  last = stores.map((store) => textIn(store, key)).find((kept) => kept) ?? last ?? newId();
  for (const store of stores) {
    try {
      store?.setItem(key, last);
      if (store) break;
    } catch {
      // The store is full: use the next one, or none.
    }
  }
  return last;
}

/** Returns the store of all tabs of a browser; undefined if the browser denies it: by an error or, in an Android application, by null. */
export function permanentStore(): Storage | undefined {
  try {
    return globalThis.localStorage ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns a random UUID, also on pages without a secure context (which lack randomUUID). */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
