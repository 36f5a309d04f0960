import { readFileSync } from 'node:fs';

export type Lang = 'en' | 'es';

type Texts = Readonly<Record<string, string>>;

function read(lang: Lang): Texts {
  const file = (name: string) => JSON.parse(readFileSync(new URL(`../../sdk/text/${lang}/${name}.json`, import.meta.url), 'utf8')) as Texts;
  return { ...file('problem'), ...file('rule'), ...file('catalog'), ...file('payment'), ...file('screen') };
}

const texts: Record<Lang, Texts> = { en: read('en'), es: read('es') };

export type Words = (code: string, args?: Record<string, string | number>) => string;

/** The product's own sentences in a language, by code; `{{name}}` is filled from the arguments. A code without a text fails the test. */
export function wordsOf(lang: Lang): Words {
  return (code, args = {}) => {
    const text = texts[lang][code];
    if (text === undefined) throw new Error(`no ${lang} text for ${code}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(args[name] ?? ''));
  };
}
