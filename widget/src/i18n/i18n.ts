import { createInstance, type i18n as I18n } from 'i18next';
import type { TextSource } from './language.js';
import { loadTexts, textParts, type TextPart } from './texts.js';
import { unbroken } from './unbroken.js';

/**
 * Creates a separate instance, so that two widgets and a host's own i18next don't interfere. It loads `parts`, or else all sentences; {@link needTexts}
 * loads more.
 */
export async function createI18n(source: TextSource, parts: readonly TextPart[] = textParts): Promise<I18n> {
  const instance = createInstance();
  const loaded = await Promise.all(parts.map(async (part) => [part, await loadTexts(source, part)] as const));
  await instance.init({
    lng: source,
    resources: { [source]: Object.fromEntries(loaded) },
    defaultNS: 'frame',
    fallbackNS: [...textParts],
    fallbackLng: false,
    supportedLngs: false,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    // Texts aren't HTML. Inserted values go through `escape`, which keeps phone numbers on one line.
    interpolation: { escape: unbroken },
  });
  return instance;
}

/** Resolves once the sentences of these parts are loaded in the current language. */
export async function needTexts(instance: I18n, parts: readonly TextPart[], source: string = instance.language): Promise<void> {
  await Promise.all(
    parts.map(async (part) => {
      if (instance.hasResourceBundle(source, part)) return;
      instance.addResourceBundle(source, part, await loadTexts(source as TextSource, part));
    }),
  );
}

/** Switches the language, and loads the parts that the earlier language had. */
export async function changeLanguage(instance: I18n, source: TextSource): Promise<void> {
  const known = textParts.filter((part) => instance.hasResourceBundle(instance.language, part));
  await needTexts(instance, known, source);
  await instance.changeLanguage(source);
}
