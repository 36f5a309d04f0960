/** Every sentence of a language that the widget may say, by message code. */
export type Texts = Readonly<Record<string, string>>;

/** The languages that the product speaks; the first is the default. `pseudo` is for finding words that stand in the code. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];
export type TextSource = Language | 'pseudo';

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./en.js'),
  es: () => import('./es.js'),
};

/** Loads a language's sentences; each is a chunk of its own. */
export async function loadTexts(source: TextSource): Promise<Texts> {
  if (source === 'pseudo') {
    const [{ default: texts }, { pseudoTexts }] = await Promise.all([loaders.en(), import('./pseudo.js')]);
    return pseudoTexts(texts);
  }
  return (await loaders[source]()).default;
}

/** The language of a locale: es-MX, es-419, es_MX and the rest of Spanish are es; what isn't known is en. */
export function languageOf(locale: string): TextSource {
  const base = locale.toLowerCase().split(/[-_]/)[0];
  if (base === 'pseudo') return 'pseudo';
  return base === 'es' ? 'es' : 'en';
}
