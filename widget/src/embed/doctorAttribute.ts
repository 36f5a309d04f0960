import { attributes, starts, themes } from './attribute.js';
import type { Finding } from './report.js';

/** What an element of any kind may carry. */
const common = /^(class|id|style|slot|hidden|dir|lang|title|part|role|tabindex|is|inert|(data|aria|on|v|x|ng|astro|jsaction)[-:\w]*|[@:].*)$/;

const values: Readonly<Record<string, readonly string[]>> = {
  theme: themes,
  start: starts,
  mode: ['frame'],
  analytics: ['on', 'off'],
  credentials: ['embedded', 'hosted'],
  'heading-level': ['1', '2', '3'],
};

/** Attributes that we don't know, and values that we don't: each with the nearest that we do. */
export function attributeFinding(element: Element): Finding {
  const known: readonly string[] = [...attributes, 'mode'];
  const wrong = Array.from(element.attributes, ({ name, value }) => {
    if (!known.includes(name)) return common.test(name) ? undefined : `${name} is not an attribute${hint(name, known)}`;
    const allowed = values[name];
    return !allowed || value === '' || allowed.includes(value.trim()) ? undefined : `${name}="${value}" is unknown${hint(value, allowed)}`;
  }).filter((said) => said !== undefined);
  const isOk = wrong.length === 0;
  return { check: 'attributes', isOk, text: isOk ? 'Every attribute and its value is known.' : `${wrong.join('; ')}.` };
}

function hint(word: string, known: readonly string[]): string {
  const [nearest = ''] = known.toSorted((a, b) => distance(word, a) - distance(word, b));
  return distance(word, nearest) <= Math.max(2, nearest.length / 3) ? `, did you mean ${nearest}` : `; known are ${known.join(', ')}`;
}

/** How many letters have to be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      next.push(Math.min((row[j] ?? 0) + (letter === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
