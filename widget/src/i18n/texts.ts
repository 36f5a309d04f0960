import { defaultLanguage, type Language, type TextSource } from './language.js';

/** Sentences of a language, by message code. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Parts of a language, each loaded when a screen first needs it: `frame` is what stands around every screen, and the first screen; `step` is what
 * every other screen may say; `order` is packages, payment and what follows; `payment` is why a payment was
 * refused; `invite` is the invited parent's journey; `account` is login and account page; `pro` is the professionals'
 * form.
 */
export const textParts = ['frame', 'step', 'order', 'payment', 'invite', 'account', 'pro'] as const;
export type TextPart = (typeof textParts)[number];

/** The files of sdk/text that a part is made of. A language has all of them. */
const filesOf: Readonly<Record<TextPart, readonly string[]>> = {
  frame: ['frame'],
  step: ['problem', 'rule', 'screen'],
  order: ['order'],
  payment: ['payment'],
  invite: ['invite'],
  account: ['home'],
  pro: ['professional'],
};

const loaders = import.meta.glob<Texts>('../../../sdk/text/*/{frame,problem,rule,screen,order,payment,invite,home,professional}.json', {
  import: 'default',
});

async function load(language: Language, file: string): Promise<Texts> {
  const path = `../../../sdk/text/${language}/${file}.json`;
  const loader = loaders[path];
  if (!loader) throw new Error(`no texts at ${path}`);
  return loader();
}

/** Loads a part of a language. */
export async function loadTexts(source: TextSource, part: TextPart): Promise<Texts> {
  const [pseudo, ...files] = await Promise.all([
    source === 'pseudo' ? import('./pseudo.js') : undefined,
    ...filesOf[part].map((file) => load(source === 'pseudo' ? defaultLanguage : source, file)),
  ]);
  const texts: Texts = Object.assign({}, ...files);
  return pseudo ? pseudo.pseudoTexts(texts) : texts;
}
