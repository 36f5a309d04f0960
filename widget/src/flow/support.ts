import type { Bootstrap, Registration } from '../client/types.js';

/** Returns a country's support phone, or the default one. */
export function supportPhone(bootstrap: Bootstrap, country: string | undefined): string {
  return (country && bootstrap.supportPhones[country]) || bootstrap.supportPhones.default || '';
}

const countryOfCode: Record<string, string> = { '64': 'NZ', '61': 'AU', '44': 'GB', '353': 'IE' };

/** Returns the country for the support phone: the address's, else the phone's country code. */
export function supportCountry(address: string | undefined, phoneCountryCode: string | undefined): string | undefined {
  return address || countryOfCode[phoneCountryCode?.replace('+', '') ?? ''];
}

/** The ways to reach support in the visitor's country. */
export interface Support {
  phone: string;
  email: string;
}

export function supportOf(bootstrap: Bootstrap, registration: Registration | undefined): Support {
  const country = supportCountry(registration?.address?.country, registration?.parent?.phoneCountryCode);
  return { phone: supportPhone(bootstrap, country), email: bootstrap.supportEmail };
}

/** A support phone and its countries; `default` means all others. */
export interface RegionPhone {
  phone: string;
  countries: readonly string[];
}

/** Returns the support phones of all regions, each number once. */
export function regionPhones({ supportPhones }: Bootstrap): RegionPhone[] {
  const numbers = [...new Set(Object.values(supportPhones).filter(Boolean))];
  return numbers.map((phone) => ({ phone, countries: Object.keys(supportPhones).filter((country) => supportPhones[country] === phone) }));
}
