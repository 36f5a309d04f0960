import type { Translate } from '../../i18n/useText.js';
import { paymentMethods } from '../../rules/index.js';
import type { StageMessage } from '../state.js';

/** Returns a message in the current language. */
export function messageText(message: StageMessage | undefined, t: Translate): string | undefined {
  if (!message) return undefined;
  if (message.kind === 'failure') return t.failure(message.failure);
  if (message.kind === 'violations') return message.violations.map((violation) => t.violation(violation)).join(' ');
  return t(message.code, message.method ? { method: t(paymentMethods[message.method].name) } : {});
}
