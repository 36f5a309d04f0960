import { memo, useState } from 'react';
import type { Violation } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import type { Session } from '../../session/session.js';
import { useText } from '../../i18n/useText.js';
import { draftName, type BillingValues } from '../billing.js';
import { stageOf } from '../questions.js';
import type { PricedState } from '../state.js';
import { useAddressSearch } from './addressSearch.js';
import { BillingForm } from './BillingForm.js';
import { billingFailure } from './billingFailure.js';
import { usePlaces } from './places.js';
import { useCheckout, useSelected } from './useCheckout.js';
import { useSessionValue } from './useSessionValue.js';
import { useSlow } from '../../flow/slow.js';

const none: readonly Violation[] = [];

const revised = (state: PricedState) => ({ isHidden: stageOf(state) !== 'billing', ...state.context.billing });

const shown = (state: PricedState) => ({
  isBusy: stageOf(state) === 'billing' && (state.name === 'billing.saving' || state.name === 'opening'),
  isTreatment: state.context.arm === 'treatment',
  message: state.context.messages.billing,
});

const parentOf = ({ registration }: Session) => registration?.parent;

/** The billing address. It stays mounted behind other stages, so that no input is lost. */
export const BillingStage = memo(function BillingStage() {
  const { isHidden, initial, revision } = useSelected(revised);
  return (
    <div hidden={isHidden}>
      <BillingAddress key={revision} initial={initial} />
    </div>
  );
});

const BillingAddress = memo(function BillingAddress({ initial }: { initial: BillingValues }) {
  const { send } = useCheckout();
  const { isBusy, isTreatment, message } = useSelected(shown);
  const { api, buyer, keeper } = useFlow();
  const t = useText();
  const parent = useSessionValue(parentOf);
  const options = useLookup('parent-options', api.parentOptions);
  // The choices depend on country and region only, not on the rest of the input.
  const [country, setCountry] = useState(initial.address.country);
  const [region, setRegion] = useState(initial.address.region);
  const places = usePlaces(country, region);
  const search = useAddressSearch(country);
  return (
    <BillingForm
      values={initial}
      parent={parent}
      places={places}
      search={search}
      referrals={buyer.isInvited ? undefined : (options.data?.referrals ?? [])}
      errors={message?.kind === 'violations' ? message.violations : none}
      continueLabel={t(isTreatment ? 'continue' : 'billing_continue')}
      isBusy={isBusy}
      isSlow={useSlow(isBusy)}
      failure={message?.kind === 'violations' ? undefined : billingFailure(message, t)}
      onChange={(next) => {
        setCountry(next.address.country);
        setRegion(next.address.region);
        keeper.draft(draftName, next);
      }}
      onSubmit={(next) => send({ type: 'SUBMIT_BILLING', values: next })}
    />
  );
});
