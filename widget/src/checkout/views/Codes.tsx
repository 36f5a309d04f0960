import { useText } from '../../i18n/useText.js';
import type { PricedState } from '../state.js';
import { CodeBox } from './CodeBox.js';
import { said } from './saying.js';
import { useCheckout, useSelected } from './useCheckout.js';

const shown = ({ context: { codes, quote } }: PricedState) => ({ codes, masked: quote.paymentCodeDetails });

/** The codes of the order. A subscription code is shown as the server masks it. */
export function Codes() {
  const { send } = useCheckout();
  const { codes, masked } = useSelected(shown);
  const say = useText();
  return (
    <CodeBox
      isOpen={codes.isOpen}
      onOpen={(isOpen) => send({ type: 'OPEN_CODES', isOpen })}
      applied={[...codes.paymentCodes.map((code, i) => masked[i]?.code ?? code), ...codes.promoCodes]}
      typed={codes.typed}
      onType={(typed) => send({ type: 'TYPE_CODE', typed })}
      error={codes.said?.kind === 'violations' ? codes.said.violations[0] && say.violation(codes.said.violations[0]) : said(codes.said, say)}
      isBusy={codes.isBusy}
      onApply={() => send({ type: 'APPLY_CODE' })}
      onRemove={(index) => send({ type: 'REMOVE_CODE', index })}
    />
  );
}
