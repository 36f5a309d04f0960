import type { Say, TextCode } from '../../i18n/useText.js';
import type { Method, Saying } from '../state.js';

export const methodNames: Record<Method, TextCode> = {
  creditCard: 'payment_card',
  paypal: 'payment_paypal',
  venmo: 'payment_venmo',
  applePay: 'payment_applepay',
};

/** A saying in the language that is shown now. */
export function said(saying: Saying | undefined, say: Say): string | undefined {
  if (!saying) return undefined;
  if (saying.kind === 'failure') return say.failure(saying.failure);
  if (saying.kind === 'violations') return saying.violations.map((violation) => say.violation(violation)).join(' ');
  return say(saying.code, saying.method ? { method: say(methodNames[saying.method]) } : {});
}
