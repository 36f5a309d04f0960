import type { Option } from '../../client/types.js';
import type { FieldsForm } from '../../flow/form.js';
import { FieldsInRow, FormField } from '../../flow/FormField.js';
import { PhoneFields } from '../../flow/PhoneFields.js';
import { parentTable } from './table.js';

export interface ParentFieldsProps {
  form: FieldsForm;
  countryCodes: readonly Option[] | undefined;
}

/** Name, e-mail and phone of the parent, whoever they are. */
export function ParentFields({ form, countryCodes }: ParentFieldsProps) {
  const common = { form, table: parentTable };
  return (
    <>
      <FieldsInRow {...common} names={['firstName', 'lastName']} />
      <FormField {...common} name="email" />
      <PhoneFields {...common} countryCodes={countryCodes} />
    </>
  );
}
