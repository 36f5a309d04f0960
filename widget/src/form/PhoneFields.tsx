import type { Option } from '../client/types.js';
import { PhoneField } from '../fields/index.js';
import { useText } from '../i18n/useText.js';
import { countryCodeOptions } from './countryCode.js';
import { useFormField, type FieldsForm } from './form.js';
import type { FormTable } from './FormField.js';

type PhoneName = 'phoneCountryCode' | 'phoneNumber';

export interface PhoneFieldsProps {
  form: FieldsForm<Readonly<Record<PhoneName, string>>>;
  table: FormTable<PhoneName>;
  label?: string | undefined;
  isRequired?: boolean | undefined;
  /** Undefined while loading. */
  countryCodes: readonly Option[] | undefined;
}

/** Country code and number of a form's phone. */
export function PhoneFields({ form, table, label, isRequired, countryCodes }: PhoneFieldsProps) {
  const t = useText();
  const { phoneCountryCode: codeRow, phoneNumber: row } = table;
  const code = useFormField(form, 'phoneCountryCode');
  const number = useFormField(form, 'phoneNumber');
  return (
    <PhoneField
      {...number}
      label={label ?? t(row.label)}
      autoComplete={row.autoComplete ?? 'off'}
      isRequired={isRequired ?? row.rule.isRequired}
      onChange={(digits, countryCode) => {
        number.onChange(digits);
        if (countryCode !== code.value) code.onChange(countryCode);
      }}
      countryCodeLabel={t(codeRow.label)}
      countryCodeName={code.name}
      countryCode={code.value}
      onCountryCodeChange={code.onChange}
      countryCodeOptions={countryCodeOptions(countryCodes, code.value)}
      countryCodeErrorMessage={code.errorMessage}
    />
  );
}
