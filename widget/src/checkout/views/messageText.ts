import type { Say } from '../../i18n/useText.js';
import { paymentMethods } from '../../rules/index.js';
import type { StageMessage } from '../state.js';

/** Returns a message in the current language. */
export function messageText(message: StageMessage | undefined, say: Say): string | undefined {
  if (!message) return undefined;
  if (message.kind === 'failure') return say.failure(message.failure);
  if (message.kind === 'violations') return message.violations.map((violation) => say.violation(violation)).join(' ');
  return say(message.code, message.method ? { method: say(paymentMethods[message.method].name) } : {});
}
