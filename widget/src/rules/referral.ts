import type { Checked } from './parent.js';
import { Faults, unasked, type FormRules } from './rule.js';
import { parentReferrals, referralsNeedingOther } from './choices.js';
import { rules } from './rules.js';
import { normalize } from './text.js';

/** How somebody heard of us. More is asked where the selection needs it. */
export const referralRules = {
  selection: { rule: rules.referralSelection },
  other: { rule: rules.referralOther, missing: 'field_required' },
} as const satisfies FormRules;

export interface ReferralForm {
  selection: string;
  other?: string | undefined;
}

/** Whether a selection asks for a text beside it. */
export function needsOther(selection: string): boolean {
  return referralsNeedingOther.includes(selection);
}

/** How a parent heard of the product. The other text is kept only where the selection asks for it. */
export function validateReferral(form: ReferralForm): Checked<Required<ReferralForm>> {
  const faults = new Faults();
  const other = needsOther(normalize(rules.referralSelection.normal, form.selection)) ? referralRules.other : unasked;
  const value = faults.checkAll({ ...referralRules, other }, form, 'referral.');
  if (value.selection !== '' && !faults.has('referral.selection') && !parentReferrals.includes(value.selection)) {
    faults.add('referral.selection', 'referral_unknown');
  }
  return { value, faults: faults.found };
}
