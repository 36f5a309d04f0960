import { readdirSync, readFileSync } from 'node:fs';
import { defaultLanguage, languages, type Language } from '../src/i18n/language.js';

export { defaultLanguage, languages };

export type Lang = Language;

/** A language other than the default. */
export const otherLanguage: Lang = languages.find((lang) => lang !== defaultLanguage) ?? defaultLanguage;

/** Returns the locale that the visitor's browser requests. Readers of another language live in Mexico, which formats amounts in its own way. */
export function localeOf(lang: Lang = defaultLanguage): string {
  return `${lang}-${lang === defaultLanguage ? 'US' : 'MX'}`;
}

type Texts = Readonly<Record<string, string>>;

/** Reads every sentence of a language, from all its files. */
function read(lang: Lang): Texts {
  const folder = new URL(`../../sdk/text/${lang}/`, import.meta.url);
  return Object.assign({}, ...readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Texts)) as Texts;
}

const texts = Object.fromEntries(languages.map((lang) => [lang, read(lang)])) as Record<Lang, Texts>;

export type Words = (code: string, args?: Record<string, string | number>) => string;

/** The product's own sentences in a language, by code; `{{name}}` is filled from the arguments. A code without a text fails the test. */
export function wordsOf(lang: Lang = defaultLanguage): Words {
  return (code, args = {}) => {
    // A sentence with plural forms is stored under the form for its count.
    const text = texts[lang][code] ?? texts[lang][`${code}_${new Intl.PluralRules(lang).select(Number(args['count']))}`];
    if (text === undefined) throw new Error(`no ${lang} text for ${code}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(args[name] ?? ''));
  };
}
