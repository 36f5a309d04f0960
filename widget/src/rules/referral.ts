import type { Checked } from './parent.js';
import { Faults, absent, type FormRules } from './rule.js';
import { parentReferrals, referralsNeedingOther } from './choices.js';
import { rules } from './rules.js';
import { normalize } from './text.js';

/** The rules of the referral. Some selections require more. */
export const referralRules = {
  selection: { rule: rules.referralSelection },
  other: { rule: rules.referralOther, missing: 'field_required' },
} as const satisfies FormRules;

export interface ReferralForm {
  selection: string;
  other?: string | undefined;
}

/** Reports whether a selection requires a text beside it. */
export function needsOther(selection: string): boolean {
  return referralsNeedingOther.includes(selection);
}

/** Validates a parent's referral. The other text is kept only if the selection requires it. */
export function validateReferral(form: ReferralForm): Checked<Required<ReferralForm>> {
  const faults = new Faults();
  const other = needsOther(normalize(rules.referralSelection.normal, form.selection)) ? referralRules.other : absent;
  const value = faults.checkAll({ ...referralRules, other }, form, 'referral.');
  if (value.selection !== '' && !faults.has('referral.selection') && !parentReferrals.includes(value.selection)) {
    faults.add('referral.selection', 'referral_unknown');
  }
  return { value, faults: faults.found };
}
