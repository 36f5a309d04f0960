/** The widget's data of a language. Its sentences are in sdk/text, under its code. */
interface LanguageRow {
  /** In the language itself. */
  name: string;
  /** The regional tag of the shipped react-aria strings. */
  region: string;
  /** The mobile apps support it. */
  hasApps: boolean;
}

/** The languages of the product; the first is the default. */
export const languageTable = {
  en: { name: 'English', region: 'en-US', hasApps: true },
  es: { name: 'Español', region: 'es-ES', hasApps: false },
} as const satisfies Record<string, LanguageRow>;

export type Language = keyof typeof languageTable;

/** The sentences for the time before anything is loaded, and without a server. Only these and `unreachableWords` are in the code. */
export const unloadedWords: Record<Language, { slow: string; failed: string; again: string }> = {
  en: { slow: 'Still loading…', failed: 'We can’t reach our server', again: 'Try again' },
  es: { slow: 'Sigue cargando…', failed: 'No podemos comunicarnos con nuestro servidor', again: 'Intentar de nuevo' },
};

/** More texts for an unreachable server; too large for the script that embeds the flow. `call` is followed by a phone number. */
export const unreachableWords: Record<Language, { text: string; call: string }> = {
  en: { text: 'Please check your connection. Nothing was lost.', call: 'You can also call us:' },
  es: { text: 'Revise su conexión. No se perdió nada.', call: 'También puede llamarnos:' },
};

// Marked as pure, so that the loader's build drops it.
export const languages = /* @__PURE__ */ Object.keys(languageTable) as Language[];

/** The source of texts: a language, or `pseudo`, which reveals hard-coded texts. */
export type TextSource = Language | 'pseudo';

export const defaultLanguage: Language = 'en';

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languageTable, code);
}

/** Returns the language of a locale: es-MX, es-419, es_MX and other kinds of Spanish are es; an unknown one is the default. */
export function languageOf(locale: string): TextSource {
  const base = locale.toLowerCase().split(/[-_]/)[0];
  if (base === 'pseudo') return 'pseudo';
  return isLanguage(base) ? base : defaultLanguage;
}

/** Returns the language's name in that language. */
export function languageName(source: TextSource): string {
  return source === 'pseudo' ? 'Pseudo' : languageTable[source].name;
}

/** Returns the BCP 47 tag of the shown language. */
export function tagOf(source: TextSource): Language {
  return source === 'pseudo' ? defaultLanguage : source;
}
