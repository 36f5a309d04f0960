import { useFormField, type FieldsForm } from '../../form/form.js';
import { FormField } from '../../form/FormField.js';
import { useText } from '../../i18n/useText.js';
import { limits } from '../../rules/index.js';
import { lengthOf } from '../../rules/text.js';
import { withoutNone, type PersonChoices } from './choices.js';
import { personTable } from './table.js';
import type { ProValues } from './values.js';

export interface ReferralFieldsProps {
  form: FieldsForm<ProValues>;
  choices: PersonChoices;
  /** The lists are loading. */
  isLoading: boolean;
}

/** The referral of a professional, with the fields of the chosen answer. Input for other answers is kept in case the user returns to them. */
export function ReferralFields({ form, choices, isLoading }: ReferralFieldsProps) {
  const t = useText();
  const { value: source } = useFormField(form, 'hearAboutUs');
  const common = { form, table: personTable };
  return (
    <>
      <FormField {...common} name="hearAboutUs" placeholder={isLoading ? t('pro_loading') : undefined} options={choices.referrals} />
      {source === 'BENCH_OFFICER' && (
        <>
          <FormField {...common} name="referralBenchOfficerName" />
          <FormField {...common} name="referralBenchOfficerPosition" options={withoutNone(choices.benchOfficers)} />
        </>
      )}
      {source === 'REFERRED_BY_COLLEAGUE' && (
        <>
          <FormField {...common} name="referralColleagueName" />
          <FormField {...common} name="referralColleagueRole" options={withoutNone(choices.colleagues)} />
        </>
      )}
      {source === 'OTHER' && <OtherField form={form} />}
    </>
  );
}

function OtherField({ form }: Pick<ReferralFieldsProps, 'form'>) {
  const t = useText();
  const { max } = limits.referralOther;
  const { value } = useFormField(form, 'referralOtherExplain');
  const count = lengthOf(value, Infinity);
  return <FormField form={form} table={personTable} name="referralOtherExplain" countText={t('pro_other_count', { count, max })} />;
}
