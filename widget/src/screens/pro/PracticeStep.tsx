import { useCallback } from 'react';
import { CheckboxGroupField, SelectField, TextField } from '../../fields/index.js';
import { Form } from '../../flow/Form.js';
import { useStepForm } from '../../flow/form.js';
import { useFitted, type Place } from '../../flow/place.js';
import { Submit } from '../../flow/Submit.js';
import { useText } from '../../i18n/useText.js';
import { FormRow, Page, Spinner } from '../../parts/index.js';
import { validateProfessionalStep } from '../../rules/index.js';
import type { PracticeChoices } from './choices.js';
import { OptionsFailure } from './OptionsFailure.js';
import type { StepProps } from './PersonStep.js';
import { RegionField } from './RegionField.js';
import { TimeZoneField } from './TimeZoneField.js';
import { withCountry, type ProValues } from './values.js';

export interface PracticeStepProps extends StepProps {
  choices: PracticeChoices;
}

/** Step 2: where the professional works, and as what. */
export function PracticeStep(props: PracticeStepProps) {
  const { top, headingTakesFocus, values, choices, errors, isBusy = false, onDraft, onSubmit } = props;
  const { countries, regions, timeZones, roles } = choices;
  const say = useText();
  const check = useCallback(
    (input: ProValues) => validateProfessionalStep(2, input, { countries, regions, timeZones }).faults,
    [countries, regions, timeZones],
  );
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  const { country, region, timezone } = form.values;
  const { set } = form;
  const fit = useCallback((place: Place) => set({ region: place.region, timezone: place.timeZone }), [set]);
  useFitted({ region, timeZone: timezone }, choices, fit);

  return (
    <Page heading={say('pro_practice_title')} subtitle={say('pro_practice_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      {props.onRetryOptions && <OptionsFailure onRetry={props.onRetryOptions} />}
      <Form form={form} isSlow={props.isSlow}>
        <TextField {...form.bind('practiceName')} label={say('pro_practice_name')} autoComplete="organization" autoCapitalize="words" isRequired />
        <TextField {...form.bind('addressLine1')} label={say('pro_address')} autoComplete="address-line1" autoCapitalize="words" isRequired />
        <TextField {...form.bind('addressLine2')} label={say('pro_address2')} autoComplete="address-line2" autoCapitalize="words" />
        <SelectField
          {...form.bind('country')}
          label={say('pro_country')}
          placeholder={say('pro_country_choose')}
          autoComplete="country"
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(next) => next !== country && form.set(withCountry(next))}
          isRequired
        />
        <TextField {...form.bind('city')} label={say('pro_city')} autoComplete="address-level2" autoCapitalize="words" isRequired />
        <FormRow>
          <RegionField {...form.bind('region')} country={country} regions={regions} />
          <TextField
            {...form.bind('postalCode')}
            label={country === 'US' ? say('pro_zip') : say('pro_postal_code')}
            autoComplete="postal-code"
            autoCapitalize="characters"
            isRequired
          />
        </FormRow>
        <TimeZoneField {...form.bind('timezone')} timeZones={timeZones} />
        {roles ? (
          <CheckboxGroupField {...form.bind('roles')} label={say('pro_roles')} description={say('pro_roles_help')} options={roles} isRequired />
        ) : (
          // Nothing is on its way once the banner says that it didn't come.
          !props.onRetryOptions && <Spinner label={say('pro_loading')} />
        )}
        <Submit isBusy={isBusy} />
      </Form>
    </Page>
  );
}
