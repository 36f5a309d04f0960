import type { i18n as I18n } from 'i18next';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { textParts } from './texts.js';

/** The i18next instance of the flow below. Provide it as `<SpokenContext value={i18n}>`. */
export const SpokenContext = createContext<I18n | undefined>(undefined);

/**
 * Returns the flow's instance, and a key that changes with its texts: another language, or sentences that loaded later. These three lines on i18next's
 * own events replace its React binding, which weighs more than the screen that would load it.
 */
export function useSpoken(): { i18n: I18n; words: string } {
  const i18n = useContext(SpokenContext);
  if (!i18n) throw new Error('no SpokenContext above this component');
  const words = useSyncExternalStore(
    (onChange) => {
      i18n.on('languageChanged', onChange);
      i18n.store.on('added', onChange);
      return () => {
        i18n.off('languageChanged', onChange);
        i18n.store.off('added', onChange);
      };
    },
    () => wordsOf(i18n),
    () => wordsOf(i18n),
  );
  return { i18n, words };
}

function wordsOf(i18n: I18n): string {
  return [i18n.language, ...textParts.filter((part) => i18n.hasResourceBundle(i18n.language, part))].join();
}
