import en from '@text/en/screen.json';
import enRule from '@text/en/rule.json';
import es from '@text/es/screen.json';
import esRule from '@text/es/rule.json';

const texts: Record<string, Record<string, string>> = { en: { ...enRule, ...en }, es: { ...esRule, ...es } };

/** The product's own sentence for a code, in the language that a story is shown in; `{{name}}` is filled from `args`. */
export function word(globals: Record<string, unknown>, code: string, args: Record<string, string | number> = {}): string {
  const text = texts[globals['locale'] === 'es' ? 'es' : 'en']?.[code];
  if (text === undefined) {
    throw new Error(`no text for ${code}`);
  }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(args[name] ?? ''));
}
