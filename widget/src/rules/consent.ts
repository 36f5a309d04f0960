import { Faults, type Fault } from './rule.js';

/** Reports whether the terms have to be ticked: where the billing country isn't the US. */
export function isConsentRequired(country: string): boolean {
  return country !== 'US';
}

/** The terms, ticked where they have to be. */
export function validateConsent(country: string, termsAndConditions: boolean): Fault[] {
  return isConsentRequired(country) ? validateInviteConsent(false, termsAndConditions) : [];
}

/** An invited parent who hasn't agreed yet ticks them, wherever that parent lives. */
export function validateInviteConsent(agreedBefore: boolean, termsAndConditions: boolean): Fault[] {
  const faults = new Faults();
  if (!agreedBefore && !termsAndConditions) faults.add('termsAndConditions', 'terms_required');
  return faults.found;
}
