import { useCallback } from 'react';
import { CheckboxGroupField, keptLine } from '../../fields/index.js';
import { Form } from '../../form/Form.js';
import { useFormField, useFormValue, useStepForm } from '../../form/form.js';
import { FormField } from '../../form/FormField.js';
import { useFitted, type Place } from '../../form/place.js';
import { Submit } from '../../flow/Submit.js';
import { useWaiting } from '../../form/waiting.js';
import { useText, type TextCode } from '../../i18n/useText.js';
import { FormRow, Page, Spinner } from '../../parts/index.js';
import { validateProfessionalStep } from '../../rules/index.js';
import type { PracticeChoices } from './choices.js';
import { OptionsFailure } from './OptionsFailure.js';
import type { StepProps } from './PersonStep.js';
import { practiceTable } from './table.js';
import { withCountry, type ProValues } from './values.js';

export interface PracticeStepProps extends StepProps {
  choices: PracticeChoices;
}

/** The countries' own names for "region". */
const regionWords: Readonly<Record<string, readonly [label: TextCode, placeholder: TextCode]>> = {
  US: ['pro_state', 'pro_state_choose'],
  AU: ['pro_state', 'pro_state_choose'],
  MX: ['pro_state', 'pro_state_choose'],
  CA: ['pro_province', 'pro_province_choose'],
};

/** Step 2: the professional's workplace and roles. */
export function PracticeStep(props: PracticeStepProps) {
  const { top, headingTakesFocus, values, choices, errors, isBusy = false, onDraft, onSubmit } = props;
  const { countries, regions, timeZones, roles } = choices;
  const t = useText();
  const check = useCallback(
    (input: ProValues) => validateProfessionalStep(2, input, { countries, regions, timeZones }).faults,
    [countries, regions, timeZones],
  );
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  const { set } = form;
  const country = useFormValue(form, (now) => now.country);
  const region = useFormValue(form, (now) => now.region);
  const timeZone = useFormValue(form, (now) => now.timezone);
  const picked = useFormField(form, 'roles');
  const fit = useCallback((place: Place) => set({ region: place.region, timezone: place.timeZone }), [set]);
  useFitted({ region, timeZone }, choices, fit);
  const waiting = useWaiting(form, choices.isLoading);
  const common = { form, table: practiceTable };
  const [regionLabel, regionChoose] = regionWords[country] ?? ['pro_region', 'pro_region_choose'];
  const isOnly = timeZones?.length === 1;
  const isFree = timeZones?.length === 0;

  return (
    <Page heading={t('pro_practice_title')} subtitle={t('pro_practice_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      {props.onRetryOptions && <OptionsFailure onRetry={props.onRetryOptions} />}
      <Form form={waiting} isSlow={props.isSlow}>
        <FormField {...common} name="practiceName" />
        <FormField {...common} name="addressLine1" />
        <FormField {...common} name="addressLine2" />
        <FormField
          {...common}
          name="country"
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(next) => next !== country && set(withCountry(next))}
        />
        <FormField {...common} name="city" />
        <FormRow>
          <FormField
            {...common}
            name="region"
            label={t(regionLabel)}
            placeholder={t(regionChoose)}
            options={regions?.map(({ code, name }) => ({ value: code, label: name }))}
          />
          <FormField {...common} name="postalCode" label={country === 'US' ? t('pro_zip') : undefined} />
        </FormRow>
        <FormField
          {...common}
          name="timezone"
          description={isOnly ? t('pro_timezone_only') : isFree ? t('pro_timezone_free') : timeZones ? undefined : keptLine}
          options={timeZones?.map(({ id, name }) => ({ value: id, label: name }))}
          isDisabled={isOnly || timeZones === undefined}
        />
        {roles ? (
          <CheckboxGroupField {...picked} label={t('pro_roles')} description={t('pro_roles_help')} options={roles} isRequired />
        ) : (
          // Nothing is loading once the banner reports the failure.
          !props.onRetryOptions && <Spinner label={t('pro_loading')} />
        )}
        <Submit isBusy={isBusy || waiting.isWaiting} />
      </Form>
    </Page>
  );
}
