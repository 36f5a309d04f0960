import type { Bootstrap, FoundAddress } from '../../client/types.js';
import type { TextFieldProps } from '../../fields/index.js';
import type { Buyer } from '../../flow/buyer.js';
import { useFlow } from '../../flow/flow.js';

/** The calls, the country and the provider of an address search. */
export interface AddressSearch {
  calls: Pick<Buyer, 'addresses' | 'address'>;
  country: string;
  provider?: Bootstrap['addressProvider'] | undefined;
}

export interface AddressLineProps extends TextFieldProps {
  /** Suggests addresses while typing; without it the field is plain. */
  search?: AddressSearch | undefined;
  /** An address was picked and is loading. */
  onAddress: (address: Promise<FoundAddress>) => void;
}

/** Returns the address search of a country; undefined if the server has none. */
export function useAddressSearch(country: string): AddressSearch | undefined {
  const { bootstrap, buyer } = useFlow();
  return bootstrap.addressCountries.includes(country) ? { calls: buyer, country, provider: bootstrap.addressProvider } : undefined;
}
