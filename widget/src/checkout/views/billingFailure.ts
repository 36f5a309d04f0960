import type { Say } from '../../i18n/useText.js';
import type { Saying } from '../state.js';
import { said } from './saying.js';

/** Failures that say nothing of what went wrong. */
const vague = new Set(['genericErrorMessage', 'unexpected_error']);

/** Why billing couldn't be saved, where no field is at fault. */
export function billingFailure(saying: Saying | undefined, say: Say): string | undefined {
  return saying?.kind === 'failure' && vague.has(saying.failure.code) ? say('billing_failed') : said(saying, say);
}
