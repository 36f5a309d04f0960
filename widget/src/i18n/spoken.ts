import type { i18n as I18n } from 'i18next';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { textParts } from './texts.js';

/** The instance that the flow below speaks with. Put around it as `<SpokenContext value={i18n}>`. */
export const SpokenContext = createContext<I18n | undefined>(undefined);

/**
 * The flow's instance, and what changes when its words do: another language, or sentences that came later. Three lines over i18next's own events
 * are all that we would use of its React binding, which weighs more than the screen that would load it.
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
