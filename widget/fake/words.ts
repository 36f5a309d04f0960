const files = import.meta.glob<Record<string, string>>('../../sdk/text/??/{catalog,label}.json', { eager: true, import: 'default' });

/** The sentences that a server says, by language. */
const texts: Record<string, Record<string, string>> = {};
for (const [path, sentences] of Object.entries(files)) {
  const lang = path.split('/').at(-2) ?? '';
  texts[lang] = { ...texts[lang], ...sentences };
}

/** The language that a server answers in: the one asked for where it has it, else English. */
export function answered(lang: string): string {
  const base = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  return texts[base] ? base : 'en';
}

/** A sentence of the server's; `{{name}}` is filled from `args`. */
export function word(lang: string, code: string, args: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[answered(lang)]?.[code];
  if (text === undefined) throw new Error(`the server has no text for ${code}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(args[name] ?? ''));
}
