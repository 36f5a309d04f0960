import { SelectField, TextField } from '../../fields/index.js';
import type { StepForm } from '../../flow/form.js';
import { useText } from '../../i18n/useText.js';
import { limits } from '../../rules/index.js';
import { lengthOf } from '../../rules/text.js';
import { withoutNone, type PersonChoices } from './choices.js';
import type { ProValues } from './values.js';

export interface ReferralFieldsProps {
  form: StepForm<ProValues>;
  choices: PersonChoices;
  /** The lists couldn't be had yet. */
  isLoading: boolean;
}

/** How the professional heard of us, and what that answer asks for. What was typed for another answer is kept, in case one goes back to it. */
export function ReferralFields({ form, choices, isLoading }: ReferralFieldsProps) {
  const say = useText();
  const { max } = limits.referralOther;
  return (
    <>
      <SelectField
        {...form.bind('hearAboutUs')}
        label={say('pro_hear')}
        placeholder={isLoading ? say('pro_loading') : say('pro_hear_choose')}
        options={choices.referrals}
        isRequired
      />
      {form.values.hearAboutUs === 'BENCH_OFFICER' && (
        <>
          <TextField {...form.bind('referralBenchOfficerName')} label={say('pro_bench_name')} autoComplete="off" autoCapitalize="words" isRequired />
          <SelectField
            {...form.bind('referralBenchOfficerPosition')}
            label={say('pro_bench_position')}
            placeholder={say('pro_bench_position_choose')}
            options={withoutNone(choices.benchOfficers)}
            isRequired
          />
        </>
      )}
      {form.values.hearAboutUs === 'REFERRED_BY_COLLEAGUE' && (
        <>
          <TextField {...form.bind('referralColleagueName')} label={say('pro_colleague_name')} autoComplete="off" autoCapitalize="words" isRequired />
          <SelectField
            {...form.bind('referralColleagueRole')}
            label={say('pro_colleague_role')}
            placeholder={say('pro_colleague_role_choose')}
            options={withoutNone(choices.colleagues)}
            isRequired
          />
        </>
      )}
      {form.values.hearAboutUs === 'OTHER' && (
        <TextField
          {...form.bind('referralOtherExplain')}
          label={say('pro_other')}
          countText={say('pro_other_count', { count: countOf(form.values.referralOtherExplain), max })}
          autoComplete="off"
          spellCheck
          isMultiline
          isRequired
        />
      )}
    </>
  );

  function countOf(text: string): number {
    return lengthOf(text, Infinity);
  }
}
