import { TextField } from '../../fields/index.js';
import { later } from '../../fields/later.js';
import type { AddressLineProps } from './addressSearch.js';

const Search = later(async () => (await import('./AddressSearchField.js')).AddressSearchField);

/** The first line of an address. Until its search is there, and where it can't be had, it is a plain field. */
export function AddressLine({ search, onAddress, ...field }: AddressLineProps) {
  const plain = <TextField {...field} />;
  if (!search || field.isDisabled) return plain;
  return <Search isWanted field={field.name} props={{ ...field, search, onAddress }} fallback={plain} />;
}
