/**
 * The languages that the product speaks; the first is the default. Each has its own name, the regional tag whose react-aria
 * strings are shipped, and whether the mobile apps speak it.
 * Its sentences are in sdk/text, under its code.
 */
export const languageTable = {
  en: { name: 'English', region: 'en-US', hasApps: true },
  es: { name: 'Español', region: 'es-ES', hasApps: false },
} as const satisfies Record<string, { name: string; region: string; hasApps: boolean }>;

export type Language = keyof typeof languageTable;

export const languages = Object.keys(languageTable) as Language[];

/** What is shown: a language, or `pseudo`, which finds words that are in the code. */
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
