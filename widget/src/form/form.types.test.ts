import { expect, test } from 'vitest';
import { defineTable, type FormField } from './FormField.js';
import { partOf, useFormField, type FieldsForm } from './form.js';
import { parentRules } from '../rules/index.js';

interface Values {
  firstName: string;
  address: { line1: string };
  children: { email: string }[];
  roles: readonly string[];
}

declare const form: FieldsForm<Values>;
declare const draw: typeof FormField;
type Drawn = Parameters<typeof draw<'firstName'>>[0];

const table = defineTable(parentRules, {
  firstName: { kind: 'name', label: 'field_first_name' },
  lastName: { kind: 'name', label: 'field_last_name' },
  email: { kind: 'email', label: 'field_email' },
  phoneCountryCode: { kind: 'phone', label: 'field_country_code' },
  phoneNumber: { kind: 'phone', label: 'field_phone' },
});

/** Compiled, never run: a misspelled name, a misspelled part and a field of another type don't compile. */
const uses = [
  () => useFormField(form, 'firstName').value satisfies string,
  () => useFormField(partOf(form, 'address'), 'line1').value satisfies string,
  () => useFormField(partOf(partOf(form, 'children'), 0), 'email').value satisfies string,
  () => useFormField(form, 'roles').value satisfies readonly string[],
  () => ({ form, table, name: 'firstName' }) satisfies Drawn,
  // @ts-expect-error: not a field of the form.
  () => useFormField(form, 'fristName'),
  // @ts-expect-error: not a part of the form.
  () => partOf(form, 'adress'),
  // @ts-expect-error: not a field of this part.
  () => useFormField(partOf(form, 'address'), 'line3'),
  // @ts-expect-error: a list, not text.
  () => useFormField(form, 'roles').onChange('one'),
  // @ts-expect-error: not a row of the table.
  () => ({ form, table, name: 'fristName' }) satisfies Drawn,
  // @ts-expect-error: a form without this field.
  () => ({ form: partOf(form, 'address'), table, name: 'firstName' }) satisfies Drawn,
];

test('names of fields and parts are checked by the compiler', () => {
  expect(uses).toHaveLength(11);
});
