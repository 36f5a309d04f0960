import type { Option } from '../client/types.js';
import type { FieldsForm } from './form.js';
import { FieldsInRow, FormField, type FormTable } from './FormField.js';
import { PhoneFields } from './PhoneFields.js';

export interface TableFieldsProps<N extends string> {
  form: FieldsForm<Readonly<Record<NoInfer<N> | 'phoneCountryCode' | 'phoneNumber', string>>>;
  table: FormTable<N | 'phoneCountryCode' | 'phoneNumber'>;
  /** Undefined while loading. */
  countryCodes: readonly Option[] | undefined;
}

/** Every field of a table, in its order. Fields of one line are side by side; the phone's country code comes before its number. */
export function TableFields<N extends string>({ form, table, countryCodes }: TableFieldsProps<N>) {
  type Name = keyof typeof table;
  const names = (Object.keys(table) as Name[]).filter((name) => name !== 'phoneCountryCode');
  const lineOf = (name: Name) => table[name].line ?? name;
  const lines = [...new Set(names.map(lineOf))];
  return lines.map((line) => {
    const [first, ...others] = names.filter((name) => lineOf(name) === line);
    if (first === undefined) return null;
    if (first === 'phoneNumber') return <PhoneFields key={line} form={form} table={table} countryCodes={countryCodes} />;
    if (others.length > 0) return <FieldsInRow key={line} form={form} table={table} names={[first, ...others]} />;
    return <FormField key={line} form={form} table={table} name={first} />;
  });
}
