import type { Address, QuoteAddress, Registration } from '../client/types.js';

/** Name of the draft that keeps the form's input through a reload. */
export const draftName = 'billing';

/** The billing fields, named as in the server's messages. */
export interface BillingValues {
  address: Record<keyof Address, string>;
  timeZone: string;
  referral: { selection: string; other: string };
}

/** Returns the main country of a pricing group; US if the group is unknown. */
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

/** Returns the billing draft of a lost sign-up. It has no referral: that question is asked again. */
export function billingDraftFrom(registration: Registration): BillingValues {
  return { ...billingValues(registration), referral: billingValues(undefined).referral };
}

/** Returns the address as it is sent. */
export function addressOf({ address }: BillingValues): Address {
  const { line1, line2, city, region, postalCode, country } = address;
  return { line1, line2: line2.trim() === '' ? null : line2, city, region, postalCode, country } satisfies Required<Address>;
}

/** Returns the address for taxes; undefined until billing is done. */
export function quoteAddress(address: Address | undefined): QuoteAddress | undefined {
  if (!address) return undefined;
  const { line1, line2, city, region, postalCode, country } = address;
  return { type: 'PRIMARY', line1, line2: line2 ?? null, city, region, postalCode, country };
}
