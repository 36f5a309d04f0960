import { TextField } from '../../fields/index.js';
import { deferred } from '../../fields/deferred.js';
import { useText } from '../../i18n/useText.js';
import type { AddressLineProps } from './addressSearch.js';

const Search = deferred(async () => (await import('./AddressSearchField.js')).AddressSearchField);

/** The first line of an address. Until its search is there, and where it can't be had, it is a plain field. */
export function AddressLine({ search, onAddress, ...plain }: AddressLineProps) {
  const say = useText();
  if (!search || plain.isDisabled) return <TextField {...plain} />;
  // Said by both: a line that came with the search would move what is below it from under somebody's finger.
  const field = { ...plain, description: say('billing_address_help') };
  return <Search isWanted field={field.name} props={{ ...field, search, onAddress }} fallback={<TextField {...field} />} />;
}
