/** The widget's data of a language. Its sentences are in sdk/text, under its code. */
interface LanguageRow {
  /** In the language itself. */
  name: string;
  /** The regional tag whose react-aria strings are shipped. */
  region: string;
  /** The mobile apps speak it. */
  hasApps: boolean;
}

/** The languages of the product; the first is the default. */
export const languageTable = {
  en: { name: 'English', region: 'en-US', hasApps: true },
  es: { name: 'Español', region: 'es-ES', hasApps: false },
} as const satisfies Record<string, LanguageRow>;

export type Language = keyof typeof languageTable;

/** The sentences before anything is loaded, and without a server: the only ones in the code. */
export const unloadedWords: Record<Language, { slow: string; failed: string; again: string }> = {
  en: { slow: 'Still loading…', failed: 'We can’t reach our server', again: 'Try again' },
  es: { slow: 'Sigue cargando…', failed: 'No podemos comunicarnos con nuestro servidor', again: 'Intentar de nuevo' },
};

/** More for a server that can't be reached; the script that embeds the flow has no room for it. `call` is followed by a phone number. */
export const unreachableWords: Record<Language, { text: string; call: string }> = {
  en: { text: 'Please check your connection. Nothing was lost.', call: 'You can also call us:' },
  es: { text: 'Revise su conexión. No se perdió nada.', call: 'También puede llamarnos:' },
};

// Pure: the loader needs none of it.
export const languages = /* @__PURE__ */ Object.keys(languageTable) as Language[];

/** The source of texts: a language, or `pseudo`, which finds words that are in the code. */
export type TextSource = Language | 'pseudo';

export const defaultLanguage: Language = 'en';

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languageTable, code);
}

/** The language of a locale: es-MX, es-419, es_MX and the rest of Spanish are es; what isn't known is the default. */
export function languageOf(locale: string): TextSource {
  const base = locale.toLowerCase().split(/[-_]/)[0];
  if (base === 'pseudo') return 'pseudo';
  return isLanguage(base) ? base : defaultLanguage;
}

/** The language's name, in itself. */
export function languageName(source: TextSource): string {
  return source === 'pseudo' ? 'Pseudo' : languageTable[source].name;
}

/** The BCP 47 tag of what is shown. */
export function tagOf(source: TextSource): Language {
  return source === 'pseudo' ? defaultLanguage : source;
}
