import { defaultLanguage, type Language, type TextSource } from './language.js';

/** Sentences of a language, by message code. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Parts of a language, each loaded when a screen first needs it: `frame` is what stands around every screen, and the first screen; `step` is what
 * every other screen may say; `order` is packages, payment and what follows; `payment` is why a payment was
 * refused; `invite` is the invited parent's journey; `pro` is the professionals'
 * form.
 */
export const textParts = ['frame', 'step', 'order', 'payment', 'invite', 'pro'] as const;
export type TextPart = (typeof textParts)[number];

type Loader = () => Promise<{ default: Texts }>;

/** Every language has every part: a folder of sdk/text, and `step`, which is several of its files in one. */
const loaders: Readonly<Record<string, Loader>> = {
  ...import.meta.glob<{ default: Texts }>('../../../sdk/text/*/{frame,order,payment,invite,professional}.json'),
  ...import.meta.glob<{ default: Texts }>('./*/step.ts'),
};

function loaderOf(language: Language, part: TextPart): Loader {
  const path = part === 'step' ? `./${language}/step.ts` : `../../../sdk/text/${language}/${part === 'pro' ? 'professional' : part}.json`;
  const loader = loaders[path];
  if (!loader) throw new Error(`no texts at ${path}`);
  return loader;
}

/** Loads a part of a language. */
export async function loadTexts(source: TextSource, part: TextPart): Promise<Texts> {
  if (source === 'pseudo') {
    const [{ default: texts }, { pseudoTexts }] = await Promise.all([loaderOf(defaultLanguage, part)(), import('./pseudo.js')]);
    return pseudoTexts(texts);
  }
  return (await loaderOf(source, part)()).default;
}
