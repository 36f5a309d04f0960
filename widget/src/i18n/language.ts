/** What the widget needs to know of a language. Its sentences are in sdk/text, under its code. */
interface LanguageRow {
  /** In the language itself. */
  name: string;
  /** The regional tag whose react-aria strings are shipped. */
  region: string;
  /** The mobile apps speak it. */
  hasApps: boolean;
  /** Shown when the server can't be reached: the only sentences in the code, since there is nowhere to load them from. */
  unreachable: { title: string; text: string; again: string };
}

/** The languages of the product; the first is the default. */
export const languageTable = {
  en: {
    name: 'English',
    region: 'en-US',
    hasApps: true,
    unreachable: { title: 'We can’t reach our server', text: 'Please check your connection. Nothing was lost.', again: 'Try again' },
  },
  es: {
    name: 'Español',
    region: 'es-ES',
    hasApps: false,
    unreachable: {
      title: 'No podemos comunicarnos con nuestro servidor',
      text: 'Revise su conexión. No se perdió nada.',
      again: 'Intentar de nuevo',
    },
  },
} as const satisfies Record<string, LanguageRow>;

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
