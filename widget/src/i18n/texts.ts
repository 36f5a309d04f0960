import { defaultLanguage, type Language, type TextSource } from './language.js';

/** Sentences of a language, by message code. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Parts of a language, each loaded when a screen first needs it. `frame` has the texts around every screen and of the first screen; `step` those of any
 * other screen; `order` those of packages, payment and later screens; `payment` the reasons for a refused payment; `invite` those of the invited
 * parent's journey; `account` those of login and account page; `pro` those of the professionals' form.
 */
export const textParts = ['frame', 'step', 'order', 'payment', 'invite', 'account', 'pro'] as const;
export type TextPart = (typeof textParts)[number];

/** The files of sdk/text for each part. Every language has all of them. */
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
