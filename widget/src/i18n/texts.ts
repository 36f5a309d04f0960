/** Sentences of a language, by message code. */
export type Texts = Readonly<Record<string, string>>;

/** The languages that the product speaks; the first is the default. `pseudo` is for finding words that stand in the code. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];
export type TextSource = Language | 'pseudo';

/**
 * Parts of a language, each loaded when a screen first needs it: `frame` is what stands around every screen, and the first screen; `step` is what
 * every other screen may say; `order` is packages, payment and what follows; `payment` is why a payment was
 * refused; `invite` is the invited parent's journey; `pro` is the professionals'
 * form.
 */
export const textParts = ['frame', 'step', 'order', 'payment', 'invite', 'pro'] as const;
export type TextPart = (typeof textParts)[number];

type Loader = () => Promise<{ default: Texts }>;

const loaders: Record<Language, Record<TextPart, Loader>> = {
  en: {
    frame: () => import('../../../sdk/text/en/frame.json'),
    step: () => import('./en/step.js'),
    order: () => import('../../../sdk/text/en/order.json'),
    payment: () => import('../../../sdk/text/en/payment.json'),
    invite: () => import('../../../sdk/text/en/invite.json'),
    pro: () => import('../../../sdk/text/en/professional.json'),
  },
  es: {
    frame: () => import('../../../sdk/text/es/frame.json'),
    step: () => import('./es/step.js'),
    order: () => import('../../../sdk/text/es/order.json'),
    payment: () => import('../../../sdk/text/es/payment.json'),
    invite: () => import('../../../sdk/text/es/invite.json'),
    pro: () => import('../../../sdk/text/es/professional.json'),
  },
};

/** Loads a part of a language. */
export async function loadTexts(source: TextSource, part: TextPart): Promise<Texts> {
  if (source === 'pseudo') {
    const [{ default: texts }, { pseudoTexts }] = await Promise.all([loaders.en[part](), import('./pseudo.js')]);
    return pseudoTexts(texts);
  }
  return (await loaders[source][part]()).default;
}

/** The language of a locale: es-MX, es-419, es_MX and the rest of Spanish are es; what isn't known is en. */
export function languageOf(locale: string): TextSource {
  const base = locale.toLowerCase().split(/[-_]/)[0];
  if (base === 'pseudo') return 'pseudo';
  return base === 'es' ? 'es' : 'en';
}
