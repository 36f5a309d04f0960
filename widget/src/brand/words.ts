import type { i18n as I18n } from 'i18next';
import { languages } from '../i18n/language.js';
import { loadTexts, textParts } from '../i18n/texts.js';
import type { Brand } from './read.js';
import { hint } from './nearest.js';

/** Placeholders that a sentence may omit or add: the count, and the product's name. */
const free = new Set(['count', 'product']);

const placeholders = (text: string) =>
  Array.from(text.matchAll(/\{\{\s*([^{}\s,]*)[^{}]*\}\}/g), ([, name = '']) => name)
    .filter((name) => !free.has(name))
    .toSorted()
    .join(', ');

/** Returns the fault of a sentence that replaces a shipped one: an unknown placeholder, or a missing one. */
function mistakeIn(text: string, ours: string): string | undefined {
  const [has, needs] = [placeholders(text), placeholders(ours)];
  return has === needs ? undefined : `has the placeholders {{${has}}}, and needs {{${needs}}}`;
}

/** Replaces shipped sentences by the brand’s, now and whenever more are loaded. Sentences with other placeholders are left out. */
export function override(i18n: I18n, { texts }: Pick<Brand, 'texts'>, warn: (mistake: string) => void): void {
  const patch = (language: string, part: string) => {
    const bundle = i18n.getResourceBundle(language, part) as Record<string, string> | undefined;
    const own: Record<string, string> = {};
    for (const [key, text] of Object.entries(texts[language] ?? {})) {
      const ours = bundle && Object.hasOwn(bundle, key) ? bundle[key] : undefined;
      if (ours === undefined || ours === text) continue;
      const mistake = mistakeIn(text, ours);
      if (mistake) warn(`texts.${language}.${key} ${mistake}`);
      else own[key] = text;
    }
    // Silent: this already runs in a listener for added sentences.
    if (Object.keys(own).length > 0) i18n.addResourceBundle(language, part, own, true, true, { silent: true });
  };
  i18n.store.on('added', patch);
  for (const language of languages) for (const part of textParts) if (i18n.hasResourceBundle(language, part)) patch(language, part);
}

/** Returns every mistake in a brand's sentences, unknown keys included. Loads all sentences, so it is for developers. */
export async function textMistakes({ texts }: Pick<Brand, 'texts'>): Promise<string[]> {
  const mistakes: string[] = [];
  for (const language of languages) {
    const own = Object.entries(texts[language] ?? {});
    if (own.length === 0) continue;
    const ours: Record<string, string> = Object.assign({}, ...(await Promise.all(textParts.map((part) => loadTexts(language, part)))));
    for (const [key, text] of own) {
      const sentence = ours[key];
      const mistake = sentence === undefined ? nearestKey(key, Object.keys(ours)) : mistakeIn(text, sentence);
      if (mistake) mistakes.push(`texts.${language}.${key} ${mistake}`);
    }
  }
  return mistakes;
}

/** Names only the nearest key: the list of all keys is too long. */
function nearestKey(key: string, known: readonly string[]): string {
  return `isn’t known${hint(key, known).replace(/; known are .*/, '')}`;
}
