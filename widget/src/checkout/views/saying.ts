import type { Say } from '../../i18n/useText.js';
import { paymentMethods } from '../../rules/index.js';
import type { Saying } from '../state.js';

/** A saying in the language that is shown now. */
export function said(saying: Saying | undefined, say: Say): string | undefined {
  if (!saying) return undefined;
  if (saying.kind === 'failure') return say.failure(saying.failure);
  if (saying.kind === 'violations') return saying.violations.map((violation) => say.violation(violation)).join(' ');
  return say(saying.code, saying.method ? { method: say(paymentMethods[saying.method].name) } : {});
}
