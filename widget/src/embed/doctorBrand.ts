import { advice, illegible } from '../brand/legible.js';
import { readAppearance } from '../brand/read.js';
import { textMistakes } from '../brand/words.js';
import type { Finding } from './report.js';

/** Finds illegible and invalid parts of the host's brand, including unknown keys of sentences. */
export async function appearanceFinding(given: string | null): Promise<Finding> {
  const read = readAppearance(given ?? {});
  const mistakes = [...read.mistakes, ...(await textMistakes(read))];
  return {
    check: 'appearance',
    isOk: mistakes.length === 0,
    text:
      mistakes.length > 0 ? `${mistakes.join('; ')}.` : given === null ? 'There is no appearance to be read.' : 'All of the appearance can be read.',
  };
}

/** Finds colors with too little contrast as shown now, from the appearance or the page's style sheet. */
export function contrastFinding(element: Element): Finding {
  const root = element.matches('.cojoin-root') ? element : element.querySelector('.cojoin-root');
  const low = root instanceof HTMLElement ? illegible(root).map(advice) : [];
  return {
    check: 'contrast',
    isOk: low.length === 0,
    text: low.length === 0 ? 'All words, edges and the focus ring can be told from their grounds.' : `${low.join('; ')}.`,
  };
}
