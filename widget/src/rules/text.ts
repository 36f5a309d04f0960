import { codePointsPerGrapheme, marksInARow } from './limits.js';
import { digitZeros, forbidden, quotes, space } from './patterns.js';

/** The normal form of a value, before it is checked and sent. */
export type Normal = 'text' | 'name' | 'email' | 'digits' | 'code' | 'typed';

const spaces = new RegExp(`${space.source}+`, 'gu');
const nothingToSee = /^[ \u2800\p{Cf}\p{DI}]*$/u;
const pileOfMarks = new RegExp(`\\p{M}{${marksInARow + 1}}`, 'u');
const loneSurrogate = /[\ud800-\udfff]/u;

/** Returns the value in the form that is checked and sent. It may still hold characters that {@link isClean} rejects. */
export function normalize(normal: Normal, typed: string): string {
  if (normal === 'digits') return digits(typed);
  if (pileOfMarks.test(typed)) return typed;
  if (normal === 'typed') return typed.normalize('NFC');
  const text = typed.normalize('NFC').replace(spaces, ' ').replace(/^ | $/g, '');
  if (normal === 'name') return straightened(text);
  return normal === 'code' ? text.replace(/[a-z]/g, (letter) => letter.toUpperCase()) : text;
}

/** Reports whether a text has no control characters, broken Unicode or overrides of the reading order. In a password only broken Unicode is rejected. */
export function isClean(normal: Normal, text: string): boolean {
  if (normal === 'digits') return true;
  return !loneSurrogate.test(text) && !pileOfMarks.test(text) && (normal === 'typed' || !forbidden.test(text));
}

/** Reports whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return nothingToSee.test(text);
}

function straightened(text: string): string {
  for (const { curly, straight } of quotes) text = text.replace(curly, straight);
  return text;
}

/** Returns only the digits of the input, in ASCII. */
export function digits(typed: string): string {
  let found = '';
  for (const char of typed) {
    const point = char.codePointAt(0) ?? 0;
    const zero = digitZeros.find((first) => point >= first && point <= first + 9);
    if (zero !== undefined) found += point - zero;
  }
  return found;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the number of visible characters; more than any limit if too many marks are piled up on them. */
export function lengthOf(text: string, most: number): number {
  let points = 0;
  for (const _ of text) points++;
  if (points > most * codePointsPerGrapheme) return Infinity;
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}

/** Finds an emoji, a flag or a keycap; plain digits, # and * are none. */
export function hasEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/u.test(text);
}

/** Makes upper and lower case alike, for comparisons only. */
export function folded(text: string): string {
  return text.toUpperCase().toLowerCase();
}
