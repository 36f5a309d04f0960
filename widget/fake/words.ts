const files = import.meta.glob<Record<string, string>>('../../sdk/text/??/{catalog,label}.json', { eager: true, import: 'default' });

/** The server's sentences, by language. */
const texts: Record<string, Record<string, string>> = {};
for (const [path, sentences] of Object.entries(files)) {
  const lang = path.split('/').at(-2) ?? '';
  texts[lang] = { ...texts[lang], ...sentences };
}

/** Returns the language of an answer: the requested one if the server has it, else English. */
export function answered(lang: string): string {
  const base = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  return texts[base] ? base : 'en';
}

/** Returns one of the server's sentences; `{{name}}` is filled from `args`. */
export function word(lang: string, code: string, args: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[answered(lang)]?.[code];
  if (text === undefined) throw new Error(`the server has no text for ${code}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(args[name] ?? ''));
}
