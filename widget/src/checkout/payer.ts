import type { Session } from '../flow/session.js';
import type { Payer } from './providers/port.js';

/** Who pays, from what was entered so far. */
export function payerOf({ registration }: Pick<Session, 'registration'>): Payer {
  const { parent, address } = registration ?? {};
  return {
    email: parent?.email,
    phone: parent?.phoneNumber ? `${parent.phoneCountryCode ?? ''}${parent.phoneNumber}` : undefined,
    firstName: parent?.firstName,
    lastName: parent?.lastName,
    address: address && {
      line1: address.line1 ?? '',
      line2: address.line2 ?? undefined,
      city: address.city ?? '',
      region: address.region ?? '',
      postalCode: address.postalCode ?? '',
      country: address.country,
    },
  };
}
