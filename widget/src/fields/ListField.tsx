import { SelectField, type Option, type SelectFieldProps } from './SelectField.js';
import { TextField } from './TextField.js';

export interface ListFieldProps extends Omit<SelectFieldProps, 'options'> {
  /** Undefined while loading; empty if there is no list: the field is then free text. */
  options: readonly Option[] | undefined;
  /** "Loading…". */
  loadingLabel: string;
}

/** A choice from a list that depends on another answer (a country's regions, a region's time zones), or free text if there is no list. */
export function ListField({ options, loadingLabel, placeholder, ...field }: ListFieldProps) {
  if (options?.length === 0) return <TextField {...field} autoCapitalize="words" />;
  // Enabled while it loads: browsers autofill a list that arrives after the rest of the address, but not a field that was disabled.
  return <SelectField {...field} placeholder={options ? placeholder : loadingLabel} options={options ?? []} />;
}
