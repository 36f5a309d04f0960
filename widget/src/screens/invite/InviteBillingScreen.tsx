import { useFlow, useInvitedSession } from '../../flow/flow.js';
import { MismatchDialog } from '../../checkout/views/MismatchDialog.js';
import { usePlaces } from '../../checkout/views/places.js';
import { useAddressSearch } from '../../checkout/views/addressSearch.js';
import { useBilling } from './useBilling.js';
import { backOfBilling } from './backOfBilling.js';
import { BillingInfo } from './BillingInfo.js';
import { InviteTop } from './InviteTop.js';
import { afterBilling } from './onward.js';

export default function InviteBillingScreen() {
  const { go, hasMoved } = useFlow();
  const { registration, invitation } = useInvitedSession();
  const isPaid = invitation?.isSubscriptionCurrent === true;
  const onward = () => go(afterBilling(invitation));
  const billing = useBilling(onward, isPaid);
  const places = usePlaces(billing.values.address.country, billing.values.address.region);
  const search = useAddressSearch(billing.values.address.country);
  const back = backOfBilling(invitation);
  const countryName = places.countries?.find(({ code }) => code === billing.mismatchCountry)?.name ?? billing.mismatchCountry;
  return (
    <>
      <BillingInfo
        top={<InviteTop step={4} back={back.path} backLabel={back.label} />}
        headingTakesFocus={hasMoved()}
        values={billing.initial}
        parent={registration?.parent}
        places={places}
        search={search}
        errors={billing.task.violations}
        isLocked={isPaid && invitation.billingAddressComplete}
        isBusy={billing.task.isBusy}
        isSlow={billing.task.isSlow}
        failure={billing.failure}
        onChange={billing.change}
        onSubmit={billing.submit}
        onContinue={onward}
      />
      {billing.mismatchCountry && <MismatchDialog country={countryName ?? ''} isBusy={billing.isConfirming} onOk={billing.confirmMismatch} />}
    </>
  );
}
