import { TextField } from '../../fields/index.js';
import { deferred } from '../../fields/deferred.js';
import { useText } from '../../i18n/useText.js';
import type { AddressLineProps } from './addressSearch.js';

const Search = deferred(async () => (await import('./AddressSearchField.js')).AddressSearchField);

/** The first line of an address: a plain field until the search is loaded, or if it can't be loaded. */
export function AddressLine({ search, onAddress, ...plain }: AddressLineProps) {
  const t = useText();
  if (!search || plain.isDisabled) return <TextField {...plain} />;
  // Both fields have the description: a line that came with the search would move everything below it under the user's finger.
  const field = { ...plain, description: t('billing_address_help') };
  return <Search isShown field={field.name} props={{ ...field, search, onAddress }} fallback={<TextField {...field} />} />;
}
