import pairs from '../../../sdk/brand/contrast.json';
import { contrast } from './color.js';

/** A pair of colors with too little contrast in the current scheme. */
export interface Illegible {
  /** The illegible part: "links on cards". */
  what: string;
  words: string;
  ground: string;
  ratio: number;
  least: number;
}

/** Measures every pair of colors as shown, and returns those below WCAG's contrast. Leaves nothing in the page. */
export function illegible(root: HTMLElement): Illegible[] {
  const probe = document.createElement('span');
  root.append(probe);
  const shown = (token: string) => {
    probe.style.setProperty('color', `var(--cj-${token})`, 'important');
    return getComputedStyle(probe).color;
  };
  try {
    return pairs.flatMap(({ what, words, ground, least }) => {
      const ratio = contrast(shown(words), shown(ground));
      return ratio === undefined || ratio >= least ? [] : [{ what, words, ground, ratio, least }];
    });
  } finally {
    probe.remove();
  }
}

/** Returns the remedy in English: the reader is the page's developer. */
export function advice({ what, words, ground, ratio, least }: Illegible): string {
  return `${what}: ${words} on ${ground} has a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)}, and needs ${least}`;
}
