import { useState } from 'react';
import { isConsentRequired } from '../../rules/index.js';
import type { Consent } from './ConsentFields.js';

/** The terms and the marketing opt-in. Outside the US the terms have to be ticked, and the opt-in begins unticked. */
export function useConsent(country: string) {
  const [asked, setAsked] = useState<{ termsAndConditions?: boolean; marketingOptIn?: boolean }>({});
  const isRequired = isConsentRequired(country);
  const consent: Consent = {
    isRequired,
    termsAndConditions: asked.termsAndConditions ?? false,
    marketingOptIn: asked.marketingOptIn ?? !isRequired,
  };
  return { consent, change: (part: typeof asked) => setAsked((before) => ({ ...before, ...part })) };
}
