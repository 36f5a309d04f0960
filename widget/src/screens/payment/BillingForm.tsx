import { useCallback, useEffect, useRef } from 'react';
import type { FoundAddress, Option, Parent, Violation } from '../../client/types.js';
import { ListField, SelectField, TextField } from '../../fields/index.js';
import { Form } from '../../flow/Form.js';
import { useStepForm } from '../../flow/form.js';
import { useFitted, type Place } from '../../flow/place.js';
import { Submit } from '../../flow/Submit.js';
import { countryNamer } from '../../i18n/countryName.js';
import { useText } from '../../i18n/useText.js';
import { DetailList, FormRow, Heading } from '../../parts/index.js';
import { validateAddress, validateReferral } from '../../rules/index.js';
import { ReferralFields } from '../parent/ReferralFields.js';
import { AddressLine } from './AddressLine.js';
import type { AddressSearch } from './addressSearch.js';
import type { BillingValues } from '../../checkout/billing.js';
import { zonesNeedRegion, type Places } from './places.js';

export interface BillingFormProps {
  values: BillingValues;
  parent: Parent | undefined;
  /** What there is to choose from, for the country and region as they are now. */
  places: Places;
  /** Suggests addresses while one types, where the country has such a search. */
  search?: AddressSearch | undefined;
  /** Left out where the parent has told already how they heard of us. */
  referrals?: readonly Option[] | undefined;
  errors?: readonly Violation[] | undefined;
  /** Already paid: shown, and out of reach. */
  isLocked?: boolean | undefined;
  /** False where there is nothing to send. Defaults to true. */
  hasSubmit?: boolean | undefined;
  /** "Continue to Payment", or "Continue". */
  continueLabel: string;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onChange: (values: BillingValues) => void;
  onSubmit: (values: BillingValues) => void;
}

/** Billing address, time zone and how the parent heard of us. */
export function BillingForm(props: BillingFormProps) {
  const { values, parent, places, referrals, errors, isLocked = false, hasSubmit = true, continueLabel, isBusy = false, onChange, onSubmit } = props;
  const say = useText();
  const asksReferral = referrals !== undefined;
  const check = useCallback(
    (input: BillingValues) => [
      ...validateAddress(input.address, input.timeZone, places).faults.filter(
        // It can't be answered yet: the region's own fault says what is missing.
        ({ field }) => field !== 'timeZone' || input.address.region !== '' || !zonesNeedRegion(input.address.country),
      ),
      ...(asksReferral ? validateReferral(input.referral).faults : []),
    ],
    [places, asksReferral],
  );
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft: onChange, onSubmit });
  const { address, timeZone } = form.values;
  const { timeZones } = places;
  const only = timeZones?.length === 1 ? timeZones[0]?.id : undefined;

  const { set } = form;
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  });
  const fit = useCallback((place: Place) => set({ address: { ...latest.current, region: place.region }, timeZone: place.timeZone }), [set]);
  useFitted({ region: address.region, timeZone }, places, fit);

  const setAddress = (part: Partial<BillingValues['address']>) => form.set({ address: { ...address, ...part } });
  const field = (name: keyof BillingValues['address']) => ({
    name: `address.${name}`,
    value: address[name],
    onChange: (value: string) => setAddress({ [name]: value }),
    errorMessage: form.errorOf(`address.${name}`),
    isDisabled: isLocked,
  });
  // An address that was picked comes a moment later: what was typed meanwhile counts.
  const takeAddress = (found: FoundAddress) => {
    const { line1, country } = latest.current;
    form.set({ address: { ...latest.current, ...found, line1: found.line1 || line1, country: found.country || country }, timeZone: '' });
  };
  const isUS = address.country === 'US';
  const regionWords = isUS
    ? { label: say('billing_state'), placeholder: say('billing_state_choose'), first: say('billing_timezone_after_state') }
    : { label: say('billing_province'), placeholder: say('billing_province_choose'), first: say('billing_timezone_after_province') };
  const countries = places.countries ?? [{ code: address.country, name: countryNamer(say.lang)(address.country) }];
  const waitsForRegion = zonesNeedRegion(address.country) && address.region === '';
  const setRegion = (region: string) =>
    region !== address.region && form.set({ address: { ...address, region }, ...(zonesNeedRegion(address.country) ? { timeZone: '' } : {}) });

  return (
    <Form form={form} isSlow={props.isSlow} failure={props.failure}>
      {parent && (
        <DetailList
          details={[
            { id: 'name', label: say('billing_person'), value: `${parent.firstName} ${parent.lastName}` },
            { id: 'email', label: say('field_email'), value: parent.email },
          ]}
        />
      )}
      <AddressLine
        {...field('line1')}
        label={say('billing_address')}
        autoComplete="billing address-line1"
        search={props.search}
        onAddress={takeAddress}
        isRequired
      />
      <TextField {...field('line2')} label={say('billing_address2')} autoComplete="billing address-line2" />
      <TextField {...field('city')} label={say('billing_city')} autoComplete="billing address-level2" isRequired />
      <SelectField
        {...field('country')}
        label={say('billing_country')}
        placeholder={say('billing_country_choose')}
        autoComplete="billing country"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(country) => country !== address.country && form.set({ address: { ...address, country, region: '' }, timeZone: '' })}
        isRequired
      />
      <FormRow>
        <ListField
          {...field('region')}
          label={places.regions?.length === 0 ? say('billing_region') : regionWords.label}
          placeholder={regionWords.placeholder}
          loadingLabel={say('loading')}
          autoComplete="billing address-level1"
          options={places.regions?.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setRegion}
          isRequired
        />
        <TextField
          {...field('postalCode')}
          label={isUS ? say('billing_zip') : say('billing_postal_code')}
          autoComplete="billing postal-code"
          autoCapitalize="characters"
          isRequired
        />
      </FormRow>
      <ListField
        name="timeZone"
        label={say('billing_timezone')}
        description={only ? say('billing_timezone_only') : waitsForRegion ? regionWords.first : undefined}
        placeholder={say('billing_timezone_choose')}
        loadingLabel={waitsForRegion ? say('billing_timezone_choose') : say('loading')}
        value={timeZone}
        onChange={(next) => form.set({ timeZone: next })}
        options={timeZones?.map(({ id, name }) => ({ value: id, label: name }))}
        errorMessage={form.errorOf('timeZone')}
        isDisabled={isLocked || only !== undefined || timeZones === undefined}
        isRequired
      />
      {referrals && (
        <>
          <Heading depth={1}>{say('billing_referral_title')}</Heading>
          <ReferralFields form={form} referrals={referrals} />
        </>
      )}
      {hasSubmit && <Submit isBusy={isBusy}>{continueLabel}</Submit>}
    </Form>
  );
}
