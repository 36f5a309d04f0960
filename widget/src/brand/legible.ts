import pairs from '../../../sdk/brand/contrast.json';
import { contrast } from './colour.js';

/** A pair of colours that can't be read well enough, in the scheme shown now. */
export interface Illegible {
  /** The illegible part: "links on cards". */
  what: string;
  words: string;
  ground: string;
  ratio: number;
  least: number;
}

/** Measures every pair of colours as it is shown, and returns those below WCAG's contrast. It leaves nothing in the page. */
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

/** The remedy, in English: its reader is the page's developer. */
export function advice({ what, words, ground, ratio, least }: Illegible): string {
  return `${what}: ${words} on ${ground} has a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)}, and needs ${least}`;
}
