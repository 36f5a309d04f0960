import { countryNamer } from '../../i18n/countryName.js';
import { useText } from '../../i18n/useText.js';
import type { PricedState } from '../state.js';
import { MismatchDialog } from './MismatchDialog.js';
import { useCheckout, useSelected } from './useCheckout.js';

const select = (state: PricedState) => ({
  country: 'values' in state ? state.values.address.country : '',
  isBusy: state.name === 'billing.confirming',
});

/** The package isn't sold in the billing country. */
export function Mismatch() {
  const { send } = useCheckout();
  const { country, isBusy } = useSelected(select);
  const t = useText();
  return <MismatchDialog country={countryNamer(t.lang)(country)} isBusy={isBusy} onOk={() => send({ type: 'CONFIRM' })} />;
}
