import { Faults, type Fault } from './rule.js';

/** Reports whether the terms must be ticked: outside the US. */
export function isConsentRequired(country: string): boolean {
  return country !== 'US';
}

/** Checks that the terms are ticked, if they must be. */
export function validateConsent(country: string, termsAndConditions: boolean): Fault[] {
  return isConsentRequired(country) ? validateInviteConsent(false, termsAndConditions) : [];
}

/** Checks an invited parent's consent. Without an earlier one the terms must be ticked in every country. */
export function validateInviteConsent(agreedBefore: boolean, termsAndConditions: boolean): Fault[] {
  const faults = new Faults();
  if (!agreedBefore && !termsAndConditions) faults.add('termsAndConditions', 'terms_required');
  return faults.found;
}
