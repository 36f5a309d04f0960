import type { Option } from '../../client/types.js';
import { partOf, useFormField, type FieldsForm } from '../../form/form.js';
import { defineTable, FormField } from '../../form/FormField.js';
import { needsOther, referralRules } from '../../rules/index.js';

export interface ReferralValues {
  referral: { selection: string; other: string };
}

const table = defineTable(referralRules, {
  selection: { kind: 'select', label: 'billing_referral', choose: 'billing_referral_choose' },
  other: { kind: 'paragraph', label: 'billing_referral_other' },
});

export interface ReferralFieldsProps {
  form: FieldsForm<ReferralValues>;
  referrals: readonly Option[];
}

/** The referral's fields. */
export function ReferralFields({ form: whole, referrals }: ReferralFieldsProps) {
  const form = partOf(whole, 'referral');
  const selection = useFormField(form, 'selection');
  const other = useFormField(form, 'other');
  const common = { form, table };
  const choose = (next: string) => {
    selection.onChange(next);
    if (!needsOther(next)) other.onChange('');
  };
  return (
    <>
      <FormField {...common} name="selection" options={referrals} onChange={choose} />
      {needsOther(selection.value) && <FormField {...common} name="other" />}
    </>
  );
}
