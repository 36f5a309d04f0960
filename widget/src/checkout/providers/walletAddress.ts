import type { WalletAddress } from './port.js';

/** Converts PayPal's address: line1, line2, city, state, postalCode, countryCode. Undefined if it is incomplete. */
export function fromPayPal(
  from: { line1?: string; line2?: string; city?: string; state?: string; postalCode?: string; countryCode?: string } | undefined,
): WalletAddress | undefined {
  return whole({
    line1: from?.line1,
    line2: from?.line2,
    city: from?.city,
    region: from?.state,
    postalCode: from?.postalCode,
    country: from?.countryCode,
  });
}

/** Converts Apple Pay's address: addressLines, locality, administrativeArea. */
export function fromApplePay(
  from: { addressLines?: string[]; locality?: string; administrativeArea?: string; postalCode?: string; countryCode?: string } | undefined,
): WalletAddress | undefined {
  const [line1, line2] = from?.addressLines ?? [];
  return whole({ line1, line2, city: from?.locality, region: from?.administrativeArea, postalCode: from?.postalCode, country: from?.countryCode });
}

/** Converts Venmo's address: adminArea2 is the city, adminArea1 the region; its country is USA. */
export function fromVenmo(
  from:
    { addressLine1?: string; addressLine2?: string; adminArea2?: string; adminArea1?: string; postalCode?: string; countryCode?: string } | undefined,
): WalletAddress | undefined {
  return whole({
    line1: from?.addressLine1,
    line2: from?.addressLine2,
    city: from?.adminArea2,
    region: from?.adminArea1,
    postalCode: from?.postalCode,
    country: from?.countryCode,
  });
}

function whole(from: { [K in keyof WalletAddress]?: string | undefined }): WalletAddress | undefined {
  const { line1, line2, city, region, postalCode, country } = from;
  if (!line1 || !city || !region || !postalCode || !country) return undefined;
  return { line1, ...(line2 ? { line2 } : {}), city, region, postalCode, country: country.toUpperCase() === 'USA' ? 'US' : country.toUpperCase() };
}
