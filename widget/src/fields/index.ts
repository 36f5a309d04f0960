/**
 * The fields. Each takes its words as props (`label`, `description`, `errorMessage`), is controlled (`value`, `onChange(value)`) and carries the
 * field's `name` as the server spells it, by which `ErrorSummary` finds it.
 *
 * `ComboBoxField` is not exported here: it weighs 65 KB. Use `ChoiceField`, which loads it when a mouse is there and takes the native select elsewhere.
 */
export { CheckboxField, type CheckboxFieldProps } from './CheckboxField.js';
export { CheckboxGroupField, type CheckboxGroupFieldProps } from './CheckboxGroupField.js';
export { ChoiceField, type ChoiceFieldProps } from './ChoiceField.js';
export { CodeField, type CodeFieldProps } from './CodeField.js';
export type { FieldProps } from './Field.js';
export { FieldError, type FieldErrorProps } from './FieldError.js';
export { HostedField, type HostedFieldProps } from './HostedField.js';
export { PasswordField, type PasswordFieldProps, type PasswordRule } from './PasswordField.js';
export { PhoneField, type CountryCodeOption, type PhoneFieldProps } from './PhoneField.js';
export { RadioCardGroup, type RadioCardGroupProps, type RadioCardOption } from './RadioCardGroup.js';
export { SelectField, type Option, type SelectFieldProps } from './SelectField.js';
export { TextField, type TextFieldProps } from './TextField.js';
