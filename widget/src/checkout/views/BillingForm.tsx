import { useCallback, useRef, useState } from 'react';
import type { FoundAddress, Option, Parent, Violation } from '../../client/types.js';
import { keptLine } from '../../fields/index.js';
import { Form } from '../../form/Form.js';
import { partOf, useFormField, useFormValue, useStepForm, type FieldsForm } from '../../form/form.js';
import { defineTable, FormField } from '../../form/FormField.js';
import { useFitted, type Place } from '../../form/place.js';
import { Submit } from '../../flow/Submit.js';
import { useWaiting } from '../../form/waiting.js';
import { countryNamer } from '../../i18n/countryName.js';
import { useText } from '../../i18n/useText.js';
import { DetailList, FormRow, Heading } from '../../parts/index.js';
import { addressRules, validateAddress, validateReferral } from '../../rules/index.js';
import { ReferralFields } from './ReferralFields.js';
import { AddressLine } from './AddressLine.js';
import type { AddressLineProps, AddressSearch } from './addressSearch.js';
import type { BillingValues } from '../billing.js';
import { zonesNeedRegion } from '../timeZoneOf.js';
import type { Places } from './places.js';

export interface BillingFormProps {
  values: BillingValues;
  parent: Parent | undefined;
  /** The choices for the current country and region. */
  places: Places;
  /** Suggests addresses while typing, for countries with such a search. */
  search?: AddressSearch | undefined;
  /** Omitted if the parent has given the referral already. */
  referrals?: readonly Option[] | undefined;
  errors?: readonly Violation[] | undefined;
  /** Already paid: shown, but disabled. */
  isLocked?: boolean | undefined;
  /** False if there is nothing to send. Defaults to true. */
  hasSubmit?: boolean | undefined;
  /** "Continue to Payment", or "Continue". */
  continueLabel: string;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onChange: (values: BillingValues) => void;
  onSubmit: (values: BillingValues) => void;
}

const addressTable = defineTable(addressRules, {
  line1: { kind: 'text', label: 'billing_address', autoComplete: 'billing address-line1' },
  line2: { kind: 'text', label: 'billing_address2', autoComplete: 'billing address-line2' },
  city: { kind: 'text', label: 'billing_city', autoComplete: 'billing address-level2' },
  country: { kind: 'select', label: 'billing_country', choose: 'billing_country_choose', autoComplete: 'billing country' },
  region: { kind: 'list', label: 'billing_region', autoComplete: 'billing address-level1' },
  postalCode: { kind: 'postalCode', label: 'billing_postal_code', autoComplete: 'billing postal-code' },
  timeZone: { kind: 'list', label: 'billing_timezone', choose: 'billing_timezone_choose' },
});

/** The first line: the only part drawn again on each keystroke. */
function FirstLine({
  form,
  ...props
}: Pick<AddressLineProps, 'isDisabled' | 'search' | 'onAddress'> & { form: FieldsForm<BillingValues['address']> }) {
  const t = useText();
  const { label, autoComplete } = addressTable.line1;
  return <AddressLine {...useFormField(form, 'line1')} {...props} label={t(label)} autoComplete={autoComplete} isRequired />;
}

/** Billing address, time zone and referral. */
export function BillingForm(props: BillingFormProps) {
  const { values, parent, places, referrals, errors, isLocked = false, hasSubmit = true, continueLabel, isBusy = false, onChange, onSubmit } = props;
  const t = useText();
  const hasReferral = referrals !== undefined;
  const check = useCallback(
    (input: BillingValues) => [
      ...validateAddress(input.address, input.timeZone, places).faults.filter(
        // It can't be answered yet: the missing region has its own message.
        ({ field }) => field !== 'timeZone' || input.address.region !== '' || !zonesNeedRegion(input.address.country),
      ),
      ...(hasReferral ? validateReferral(input.referral).faults : []),
    ],
    [places, hasReferral],
  );
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft: onChange, onSubmit });
  const { get, set } = form;
  const country = useFormValue(form, ({ address }) => address.country);
  const region = useFormValue(form, ({ address }) => address.region);
  const timeZone = useFormValue(form, (now) => now.timeZone);
  const { regions, timeZones } = places;
  const fit = useCallback((place: Place) => set({ address: { ...get().address, region: place.region }, timeZone: place.timeZone }), [get, set]);
  useFitted({ region, timeZone }, places, fit);
  const [isFetching, setFetching] = useState(false);
  const last = useRef<unknown>(undefined);
  const waiting = useWaiting(form, places.isLoading || isFetching);

  const setCountry = (next: string) => next !== country && set({ address: { ...get().address, country: next, region: '' }, timeZone: '' });
  const setRegion = (next: string) =>
    next !== region && set({ address: { ...get().address, region: next }, ...(zonesNeedRegion(country) ? { timeZone: '' } : {}) });
  // A picked address arrives a moment later. Picks, choices and input since then win.
  const takeAddress = async (picked: Promise<FoundAddress>) => {
    const before = get().address;
    last.current = picked;
    setFetching(true);
    // After a failure the buyer types the address by hand.
    const found = await picked.catch(() => undefined);
    if (last.current !== picked) return;
    const { address } = get();
    if (found && address.country === before.country) {
      for (const name of Object.keys(found) as (keyof FoundAddress)[]) if (address[name] !== before[name]) found[name] = address[name];
      set({ address: { ...address, ...found, line1: found.line1 || address.line1 }, timeZone: '' });
    }
    setFetching(false);
  };
  const isUS = country === 'US';
  const kind = isUS ? 'state' : 'province';
  const countries = places.countries ?? [{ code: country, name: countryNamer(t.lang)(country) }];
  const waitsForRegion = zonesNeedRegion(country) && region === '';
  const isOnly = timeZones?.length === 1;
  const zonesHelp = isOnly ? t('billing_timezone_only') : waitsForRegion ? t(`billing_timezone_after_${kind}`) : timeZones ? undefined : keptLine;
  const common = { form: partOf(form, 'address'), table: addressTable, isDisabled: isLocked };

  return (
    <Form form={waiting} isSlow={props.isSlow} failure={props.failure}>
      {parent && (
        <DetailList
          details={[
            { id: 'name', label: t('billing_person'), value: `${parent.firstName} ${parent.lastName}` },
            { id: 'email', label: t('field_email'), value: parent.email },
          ]}
        />
      )}
      <FirstLine form={common.form} isDisabled={isLocked} search={props.search} onAddress={(picked) => void takeAddress(picked)} />
      <FormField {...common} name="line2" />
      <FormField {...common} name="city" />
      <FormField {...common} name="country" options={countries.map(({ code, name }) => ({ value: code, label: name }))} onChange={setCountry} />
      <FormRow>
        <FormField
          {...common}
          name="region"
          label={regions?.length === 0 ? undefined : t(`billing_${kind}`)}
          placeholder={t(`billing_${kind}_choose`)}
          options={regions?.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setRegion}
        />
        <FormField {...common} name="postalCode" label={isUS ? t('billing_zip') : undefined} />
      </FormRow>
      <FormField
        {...common}
        form={form}
        name="timeZone"
        description={zonesHelp}
        options={waitsForRegion ? undefined : timeZones?.map(({ id, name }) => ({ value: id, label: name }))}
        loadingLabel={waitsForRegion ? t('billing_timezone_choose') : undefined}
        isDisabled={isLocked || isOnly || waitsForRegion || timeZones === undefined}
      />
      {referrals && (
        <>
          <Heading depth={1}>{t('billing_referral_title')}</Heading>
          <ReferralFields form={form} referrals={referrals} />
        </>
      )}
      {hasSubmit && <Submit isBusy={isBusy || waiting.isWaiting}>{continueLabel}</Submit>}
    </Form>
  );
}
