import { createInstance, type i18n as I18n } from 'i18next';
import type { TextSource } from './language.js';
import { loadTexts, textParts, type TextPart } from './texts.js';
import { unbroken } from './unbroken.js';

/**
 * Makes an instance of its own, so that neither two widgets nor a host's own i18next get in each other's way. It knows `parts`, or else every
 * sentence there is; {@link needTexts} brings more.
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
    // Nothing is HTML here. What is filled in goes through `escape`, which keeps phone numbers on one line.
    interpolation: { escape: unbroken },
  });
  return instance;
}

/** Resolves when the sentences of these parts are here, in the language shown now. */
export async function needTexts(instance: I18n, parts: readonly TextPart[], source: string = instance.language): Promise<void> {
  await Promise.all(
    parts.map(async (part) => {
      if (instance.hasResourceBundle(source, part)) return;
      instance.addResourceBundle(source, part, await loadTexts(source as TextSource, part));
    }),
  );
}

/** Switches the language, loading what the one before it had. */
export async function changeLanguage(instance: I18n, source: TextSource): Promise<void> {
  const known = textParts.filter((part) => instance.hasResourceBundle(instance.language, part));
  await needTexts(instance, known, source);
  await instance.changeLanguage(source);
}
