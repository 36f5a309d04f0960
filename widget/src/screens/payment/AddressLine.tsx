import type { Bootstrap, FoundAddress } from '../../client/types.js';
import { TextField, type TextFieldProps } from '../../fields/index.js';
import { later } from '../../fields/later.js';
import type { Buyer } from '../../flow/buyer.js';
import { useFlow } from '../../flow/flow.js';

/** Where addresses of a country are searched for. */
export interface AddressSearch {
  calls: Pick<Buyer, 'addresses' | 'address'>;
  country: string;
  provider?: Bootstrap['addressProvider'] | undefined;
}

export interface AddressLineProps extends TextFieldProps {
  /** Suggests while one types; a plain field without it. */
  search?: AddressSearch | undefined;
  /** An address was picked. */
  onAddress: (address: FoundAddress) => void;
}

/** The search for addresses of a country; undefined where the server has none for it. */
export function useAddressSearch(country: string): AddressSearch | undefined {
  const { bootstrap, buyer } = useFlow();
  return bootstrap.addressCountries.includes(country) ? { calls: buyer, country, provider: bootstrap.addressProvider } : undefined;
}

const Search = later(async () => (await import('./AddressSearchField.js')).AddressSearchField);

/** The first line of an address. Until its search is there, and where it can't be had, it is a plain field. */
export function AddressLine({ search, onAddress, ...field }: AddressLineProps) {
  const plain = <TextField {...field} />;
  if (!search || field.isDisabled) return plain;
  return <Search isWanted field={field.name} props={{ ...field, search, onAddress }} fallback={plain} />;
}
