import type { Translate } from '../../i18n/useText.js';
import type { StageMessage } from '../state.js';
import { messageText } from './messageText.js';

/** Failures without a reason. */
const vague = new Set(['genericErrorMessage', 'unexpected_error']);

/** Returns the reason that billing couldn't be saved, if no field is at fault. */
export function billingFailure(message: StageMessage | undefined, t: Translate): string | undefined {
  return message?.kind === 'failure' && vague.has(message.failure.code) ? t('billing_failed') : messageText(message, t);
}
