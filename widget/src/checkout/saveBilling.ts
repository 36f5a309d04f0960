import { ValidationFailure } from '../client/failure.js';
import type { Registration } from '../client/types.js';
import { filledIn } from '../form/draft.js';
import type { Flow } from '../flow/flow.js';
import { isDuplicate } from '../flow/registration.js';
import type { Session } from '../session/session.js';
import { addressOf, billingValues, draftName, type BillingValues } from './billing.js';

/** The parts of the flow that saving uses. */
export type BillingFlow = Pick<Flow, 'buyer' | 'keeper' | 'track'>;

/** The result of saving: `stopped` is a registration without the data that billing needs. */
export type BillingOutcome = 'saved' | 'mismatch' | 'duplicate' | 'stopped';

/** Returns the draft, or the form's initial values. */
export function billingDraftOf({ drafts, registration }: Pick<Session, 'drafts' | 'registration'>): BillingValues {
  return filledIn(billingValues(registration), drafts[draftName]);
}

/**
 * Saves a billing address, and checks whether the package is sold there. `isPaid`: the subscription is paid already, so no package has to fit. Rejects
 * with ValidationFailure, Problem or LostAnswer.
 */
export async function saveBilling(
  { buyer, keeper, track }: BillingFlow,
  values: BillingValues,
  { hasReferral, isPaid = false }: { hasReferral: boolean; isPaid?: boolean },
): Promise<BillingOutcome> {
  const { parent, order, parentDuplicateConfirmed } = keeper.get().registration ?? {};
  if (!parent || (!order && !isPaid)) return 'stopped';
  let saved: Registration;
  try {
    saved = await buyer.save({
      sections: hasReferral ? ['PARENT', 'ADDRESS', 'REFERRAL'] : ['PARENT', 'ADDRESS'],
      parent: { ...parent, timeZone: values.timeZone },
      address: addressOf(values),
      ...(hasReferral ? { referral: values.referral } : {}),
      parentDuplicateConfirmed: parentDuplicateConfirmed === true,
    });
  } catch (error) {
    if (!(error instanceof ValidationFailure) || !isDuplicate(error.violations) || !buyer.keepDuplicate) throw error;
    buyer.keepDuplicate();
    return 'duplicate';
  }
  keeper.draft(draftName, undefined);
  const { country } = values.address;
  // A country that the buyer confirmed replaces the phone's.
  const isConfirmed = saved.confirmedCountry === country;
  if (order && !isPaid) {
    const phone = { countryCode: parent.phoneCountryCode ?? '', phoneNumber: parent.phoneNumber };
    try {
      await buyer.fitsCountry(order.packageId, { country, ...(isConfirmed ? {} : phone) });
    } catch (error) {
      if (!(error instanceof ValidationFailure) || isConfirmed) throw error;
      track('Package Mismatch Shown', { packageId: order.packageId, country });
      return 'mismatch';
    }
  }
  track('Billing Completed');
  return 'saved';
}

/** Confirms the billing country: it counts from now on, and the buyer chooses another package. */
export async function confirmCountry({ buyer }: Pick<Flow, 'buyer'>, values: BillingValues): Promise<void> {
  await buyer.save({ sections: ['ADDRESS'], address: addressOf(values), parent: { timeZone: values.timeZone }, countryConfirmed: true });
}
