import type { Address, QuoteAddress, Registration } from '../client/types.js';

/** Name of the draft that keeps what is typed through a reload. */
export const draftName = 'billing';

/** Billing's fields, by the names of the server's messages. */
export interface BillingValues {
  address: Record<keyof Address, string>;
  timeZone: string;
  referral: { selection: string; other: string };
}

/** The country that a pricing group is mostly bought in; US where nothing tells. */
function homeOf(group: string | undefined): string {
  return { UK: 'GB', P2: 'CA', P3: 'AU' }[group ?? ''] ?? 'US';
}

/** The form's initial values. */
export function billingValues(registration: Registration | undefined): BillingValues {
  const { address, parent, referral } = registration ?? {};
  return {
    address: {
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      city: address?.city ?? '',
      country: address?.country ?? registration?.confirmedCountry ?? homeOf(registration?.pricingGroup),
      region: address?.region ?? '',
      postalCode: address?.postalCode ?? '',
    },
    timeZone: parent?.timeZone ?? '',
    referral: { selection: referral?.selection ?? '', other: referral?.other ?? '' },
  };
}

/** Billing's draft of a lost sign-up: the referral is asked again. */
export function billingDraftFrom(registration: Registration): BillingValues {
  return { ...billingValues(registration), referral: billingValues(undefined).referral };
}

/** The address as it is sent. */
export function addressOf({ address }: BillingValues): Address {
  const { line1, line2, city, region, postalCode, country } = address;
  return { line1, line2: line2.trim() === '' ? null : line2, city, region, postalCode, country } satisfies Required<Address>;
}

/** The address that a price is taxed for; undefined until billing is done. */
export function quoteAddress(address: Address | undefined): QuoteAddress | undefined {
  if (!address) return undefined;
  const { line1, line2, city, region, postalCode, country } = address;
  return { type: 'PRIMARY', line1, line2: line2 ?? null, city, region, postalCode, country };
}
