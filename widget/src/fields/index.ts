/**
 * The fields. Each takes its texts as props (`label`, `description`, `errorMessage`), is controlled (`value`, `onChange(value)`) and has the server's
 * `name` for the field, by which `ErrorSummary` finds it.
 *
 * A list to choose from is the browser's own select on every device: autofill fills no other control. `SuggestField` is not exported here,
 * because it weighs 60 KB: load it when it is needed.
 */
export { CheckboxField, type CheckboxFieldProps } from './CheckboxField.js';
export { CheckboxGroupField, type CheckboxGroupFieldProps } from './CheckboxGroupField.js';
export { CodeField, type CodeFieldProps } from './CodeField.js';
export { keptLine, type FieldProps } from './Field.js';
export { FieldError, type FieldErrorProps } from './FieldError.js';
export { HostedField, type HostedFieldProps } from './HostedField.js';
export { ListField, type ListFieldProps } from './ListField.js';
export { PasswordField, type PasswordFieldProps, type PasswordRule } from './PasswordField.js';
export { PhoneField, type CountryCodeOption, type PhoneFieldProps } from './PhoneField.js';
export { RadioCardGroup, type RadioCardGroupProps, type RadioCardOption } from './RadioCardGroup.js';
export { SelectField, type Option, type SelectFieldProps } from './SelectField.js';
export { TextField, type TextFieldProps } from './TextField.js';
