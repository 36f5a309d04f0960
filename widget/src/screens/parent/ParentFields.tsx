import { PhoneField, TextField, type CountryCodeOption } from '../../fields/index.js';
import type { StepForm } from '../../flow/form.js';
import { useText } from '../../i18n/useText.js';
import { FormRow } from '../../parts/index.js';

export interface ParentValues {
  firstName: string;
  lastName: string;
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
}

type PersonForm = Pick<StepForm<ParentValues>, 'bind' | 'values' | 'set' | 'errorOf'>;

export interface ParentFieldsProps {
  form: PersonForm;
  countryCodes: readonly CountryCodeOption[];
}

/** Name, e-mail and phone of the parent, whoever they are. */
export function ParentFields({ form, countryCodes }: ParentFieldsProps) {
  const say = useText();
  return (
    <>
      <NameFields form={form} />
      <ContactFields form={form} countryCodes={countryCodes} emailHelp={say('parent_email_help')} />
    </>
  );
}

/** First and last name of whoever signs up. */
export function NameFields({ form }: Pick<ParentFieldsProps, 'form'>) {
  const say = useText();
  return (
    <FormRow>
      <TextField {...form.bind('firstName')} label={say('field_first_name')} autoComplete="given-name" autoCapitalize="words" isRequired />
      <TextField {...form.bind('lastName')} label={say('field_last_name')} autoComplete="family-name" autoCapitalize="words" isRequired />
    </FormRow>
  );
}

/** E-mail and phone of whoever signs up. */
export function ContactFields({ form, countryCodes, emailHelp }: ParentFieldsProps & { emailHelp: string }) {
  const say = useText();
  return (
    <>
      <TextField
        {...form.bind('email')}
        label={say('field_email')}
        description={emailHelp}
        type="email"
        inputMode="email"
        autoComplete="email"
        isRequired
      />
      <PhoneField
        {...form.bind('phoneNumber')}
        label={say('field_phone')}
        countryCodeLabel={say('field_country_code')}
        countryCodeName="phoneCountryCode"
        onChange={(phoneNumber, phoneCountryCode) => form.set({ phoneNumber, phoneCountryCode })}
        countryCode={form.values.phoneCountryCode}
        onCountryCodeChange={(phoneCountryCode) => form.set({ phoneCountryCode })}
        countryCodeOptions={countryCodes}
        countryCodeErrorMessage={form.errorOf('phoneCountryCode')}
        isRequired
      />
    </>
  );
}
