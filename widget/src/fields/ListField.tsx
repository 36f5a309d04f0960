import { SelectField, type Option, type SelectFieldProps } from './SelectField.js';
import { TextField } from './TextField.js';

export interface ListFieldProps extends Omit<SelectFieldProps, 'options'> {
  /** Undefined while they are loaded; empty where no list is known: the field is then free text. */
  options: readonly Option[] | undefined;
  /** "Loading…". */
  loadingLabel: string;
}

/** A choice out of a list that depends on another answer (a country's regions, a region's time zones), or free text where there is no list. */
export function ListField({ options, loadingLabel, placeholder, ...field }: ListFieldProps) {
  if (options?.length === 0) return <TextField {...field} autoCapitalize="words" />;
  // Not disabled while it loads: a browser fills in a list that arrives after the rest of the address, but no field that was disabled.
  return <SelectField {...field} placeholder={options ? placeholder : loadingLabel} options={options ?? []} />;
}
