import type { ReactNode } from 'react';
import { ListField, SelectField, TextField, type Option } from '../fields/index.js';
import { useText, type TextCode } from '../i18n/useText.js';
import { FormRow } from '../parts/index.js';
import type { FieldRule, FormRules } from '../rules/index.js';
import { useFormField, type FieldsForm } from './form.js';

/** The control of a field. `PhoneFields` draws a phone, `CodeFormField` a code. */
type Kind = 'text' | 'name' | 'email' | 'postalCode' | 'digits' | 'paragraph' | 'code' | 'select' | 'list' | 'phone';

/** The texts and autofill of a field. */
export interface FieldWords {
  kind: Kind;
  label: TextCode;
  /** Shown below the label. */
  help?: TextCode;
  /** The text of a list without a choice. */
  choose?: TextCode;
  /** Defaults to `off`: another person's name, a secret. */
  autoComplete?: string;
  /** Fields of the same line are side by side when a whole table is drawn. */
  line?: string;
  /** Narrower than the form, for a short answer. */
  width?: 'half' | 'short';
}

/** A row of a form's table. */
export type FieldRow = FieldWords & FieldRule;

/** A form's table: every field with its rule, texts and autofill, in the order of the form. */
export type FormTable<N extends string = string> = Readonly<Record<N, FieldRow>>;

/** Combines a form's rules with the texts of each field. A field without texts doesn't compile. */
export function defineTable<N extends string>(rules: FormRules<N>, words: Readonly<Record<NoInfer<N>, FieldWords>>): FormTable<N> {
  const names = Object.keys(rules) as N[];
  return Object.fromEntries(names.map((name) => [name, { ...rules[name], ...words[name] }])) as FormTable<N>;
}

/** Returns the kept values of a table's fields; missing ones are empty. */
export function valuesIn<N extends string>(table: FormTable<N>, kept?: Readonly<Partial<Record<N, string | null | undefined>>>): Record<N, string> {
  const names = Object.keys(table) as N[];
  return Object.fromEntries(names.map((name) => [name, kept?.[name] ?? ''])) as Record<N, string>;
}

/** A screen's additions to its table's row. */
export interface FieldChange {
  label?: string | undefined;
  description?: ReactNode;
  placeholder?: string | undefined;
  /** For a select; undefined while a list is loading, empty if there is none and the field is free text. */
  options?: readonly Option[] | undefined;
  /** A list's text while loading; "Loading…" by default. */
  loadingLabel?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  countText?: string | undefined;
}

export interface FormFieldProps<N extends string> extends FieldChange {
  form: FieldsForm<Readonly<Record<NoInfer<N>, string>>>;
  table: FormTable<NoInfer<N>>;
  name: N;
}

/** A field of a form, described by the form's table. */
export function FormField<N extends string>({ form, table, name, options, placeholder: words, loadingLabel, ...change }: FormFieldProps<N>) {
  const t = useText();
  const { rule, missing, kind, label, help, choose, autoComplete = 'off', width } = table[name];
  const field = {
    ...useFormField(form, name),
    label: t(label),
    description: help && t(help),
    isRequired: rule.isRequired || missing !== undefined,
    width,
    autoComplete,
    ...given(change),
  };
  const placeholder = words ?? (choose && t(choose));
  switch (kind) {
    case 'name':
      return <TextField {...field} autoCapitalize="words" />;
    case 'email':
      return <TextField {...field} type="email" inputMode="email" />;
    case 'postalCode':
      return <TextField {...field} autoCapitalize="characters" />;
    case 'digits':
      return <TextField {...field} inputMode="numeric" onChange={(typed) => field.onChange(typed.replace(/\D/g, ''))} />;
    case 'paragraph':
      return <TextField {...field} isMultiline spellCheck />;
    case 'select':
      return <SelectField {...field} placeholder={placeholder} options={options ?? []} />;
    case 'list':
      return <ListField {...field} placeholder={placeholder} loadingLabel={loadingLabel ?? t('loading')} options={options} />;
    default:
      return <TextField {...field} />;
  }
}

/** Fields side by side. */
export function FieldsInRow<N extends string>({ names, ...props }: Omit<FormFieldProps<N>, 'name'> & { names: readonly N[] }) {
  return (
    <FormRow>
      {names.map((name) => (
        <FormField key={name} {...props} name={name} />
      ))}
    </FormRow>
  );
}

/** Omits undefined properties. */
function given<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;
}
