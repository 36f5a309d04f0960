import type { Option } from '../../client/types.js';
import { SelectField, TextField } from '../../fields/index.js';
import type { StepForm } from '../../flow/form.js';
import { useText } from '../../i18n/useText.js';
import { needsOther } from '../../rules/index.js';

export interface ReferralValues {
  referral: { selection: string; other: string };
}

export interface ReferralFieldsProps {
  form: Pick<StepForm<ReferralValues>, 'values' | 'set' | 'errorOf'>;
  referrals: readonly Option[];
}

/** How the parent heard of us, and more about it where the answer asks for it. */
export function ReferralFields({ form, referrals }: ReferralFieldsProps) {
  const say = useText();
  const { referral } = form.values;
  return (
    <>
      <SelectField
        name="referral.selection"
        label={say('billing_referral')}
        placeholder={say('billing_referral_choose')}
        value={referral.selection}
        onChange={(selection) => form.set({ referral: { selection, other: needsOther(selection) ? referral.other : '' } })}
        options={referrals}
        errorMessage={form.errorOf('referral.selection')}
        isRequired
      />
      {needsOther(referral.selection) && (
        <TextField
          name="referral.other"
          label={say('billing_referral_other')}
          value={referral.other}
          onChange={(other) => form.set({ referral: { ...referral, other } })}
          errorMessage={form.errorOf('referral.other')}
          isMultiline
          isRequired
        />
      )}
    </>
  );
}
