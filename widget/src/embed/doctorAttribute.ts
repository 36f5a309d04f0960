import { hint } from '../brand/nearest.js';
import { attributes, starts, themes } from './attribute.js';
import type { Finding } from './report.js';

/** Attributes that any element may have. */
const common = /^(class|id|style|slot|hidden|dir|lang|title|part|role|tabindex|is|inert|(data|aria|on|v|x|ng|astro|jsaction)[-:\w]*|[@:].*)$/;

const values: Readonly<Record<string, readonly string[]>> = {
  theme: themes,
  start: starts,
  mode: ['frame'],
  analytics: ['on', 'off'],
  credentials: ['embedded', 'hosted'],
  'heading-level': ['1', '2', '3'],
};

/** Lists unknown attributes and values, each with the nearest known one. */
export function attributeFinding(element: Element): Finding {
  const known: readonly string[] = [...attributes, 'mode'];
  const wrong = Array.from(element.attributes, ({ name, value }) => {
    if (!known.includes(name)) return common.test(name) ? undefined : `${name} is not an attribute${hint(name, known)}`;
    const allowed = values[name];
    return !allowed || value === '' || allowed.includes(value.trim()) ? undefined : `${name}="${value}" is unknown${hint(value, allowed)}`;
  }).filter((finding) => finding !== undefined);
  const isOk = wrong.length === 0;
  return { check: 'attributes', isOk, text: isOk ? 'Every attribute and its value is known.' : `${wrong.join('; ')}.` };
}
