import { tabStore, textIn, type Store } from '../session/session.js';
import type { FlowSetting } from '../session/setting.js';

const themes = ['light', 'dark', 'auto'] as const;

/** Reads the hosted page's setting from its address: `?lang=es&theme=dark&flags=grow886:treatment`. Other parameters are ignored. */
export function readHostedSetting(search: string, store: Store | undefined = tabStore()): FlowSetting {
  const query = new URLSearchParams(search);
  const lang = query.get('lang');
  const theme = themes.find((t) => t === query.get('theme'));
  const flags = keptFlags(query.get('flags'), store);
  return {
    locale: lang && /^[a-z]{2,8}([-_][a-z0-9]{2,8})*$/i.test(lang) ? lang : navigator.language,
    ...(theme ? { theme } : {}),
    ...(flags ? { flags } : {}),
  };
}

/** Returns the forced variants. They are kept for the life of the tab, because the next screen's address no longer has them. */
function keptFlags(flags: string | null, store: Store | undefined): string | undefined {
  const key = 'cojoin.flags';
  if (flags === null) return textIn(store, key);
  if (flags.length > 500) return undefined;
  try {
    store?.setItem(key, flags);
  } catch {
    // The store is full or blocked: the variants hold until the page is reloaded.
  }
  return flags;
}
