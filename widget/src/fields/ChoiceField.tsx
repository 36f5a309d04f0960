import type { ComboBoxFieldProps } from './ComboBoxField.js';
import { later } from './later.js';
import { SelectField } from './SelectField.js';

export type ChoiceFieldProps = ComboBoxFieldProps;

const ComboBox = later(async () => (await import('./ComboBoxField.js')).ComboBoxField);

/**
 * One choice out of a long list (country, region, time zone): the native select on touch, the searchable combobox where there is a mouse. Until
 * the combobox is there, or if it can't be had, the select does the same work.
 */
export function ChoiceField(props: ChoiceFieldProps) {
  const select = <SelectField {...props} placeholder={props.placeholder ?? ''} />;
  return <ComboBox isWanted={hasFinePointer()} field={props.name} props={props} fallback={select} />;
}

function hasFinePointer(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches;
}
