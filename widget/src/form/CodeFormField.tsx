import { CodeField } from '../fields/index.js';
import { useText } from '../i18n/useText.js';
import { useFormField } from './form.js';
import type { FormFieldProps } from './FormField.js';

/** A short secret code of a form, described by the form's table. Separate from `FormField`, because few forms have one. */
export function CodeFormField<N extends string>({ form, table, name }: Pick<FormFieldProps<N>, 'form' | 'table' | 'name'>) {
  const t = useText();
  const { label, help } = table[name];
  return <CodeField {...useFormField(form, name)} label={t(label)} description={help && t(help)} isMasked isRequired />;
}
