import { isConsentRequired } from '../rules/index.js';
import type { Context } from './state.js';

/** The terms and the marketing opt-in, as they are shown and sent. */
export interface Consent {
  /** The terms must be ticked. */
  isRequired: boolean;
  termsAndConditions: boolean;
  marketingOptIn: boolean;
}

/** Outside the US the terms must be ticked, and the opt-in starts unticked. */
export function consentOf({ country, agreed }: Pick<Context, 'country' | 'agreed'>): Consent {
  const isRequired = isConsentRequired(country);
  return { isRequired, termsAndConditions: agreed.termsAndConditions ?? false, marketingOptIn: agreed.marketingOptIn ?? !isRequired };
}
