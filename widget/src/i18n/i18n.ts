import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadTexts, type TextSource } from './texts.js';

/** Makes an instance of its own, so that neither two widgets nor a host's own i18next get in each other's way. */
export async function createI18n(source: TextSource): Promise<I18n> {
  const instance = createInstance();
  const texts = await loadTexts(source);
  await instance.use(initReactI18next).init({
    lng: source,
    resources: { [source]: { translation: texts } },
    fallbackLng: false,
    supportedLngs: false,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}

/** Switches the language, loading its sentences where they aren't here yet. */
export async function changeLanguage(instance: I18n, source: TextSource): Promise<void> {
  if (!instance.hasResourceBundle(source, 'translation')) instance.addResourceBundle(source, 'translation', await loadTexts(source));
  await instance.changeLanguage(source);
}
