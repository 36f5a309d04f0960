/** Questions and answers below the welcome. */
export interface Faq {
  title: string;
  items: readonly { id: string; question: string; answer: string }[];
}

/** The locale of an invitation that has an FAQ; there is no other. */
export const faqLocale = 'es_MX';

/** Loads the FAQ, with the product's name in it. */
export async function loadFaq(product: string): Promise<Faq> {
  const { default: faq } = await import('../../../../sdk/text/es_MX/faq.json');
  const name = (text: string) => text.replaceAll('{{product}}', product);
  return { title: faq.title, items: faq.items.map(({ id, question, answer }) => ({ id, question: name(question), answer: name(answer) })) };
}
