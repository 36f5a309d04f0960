import type { Quote } from '../../client/types.js';
import { useText, type Translate } from '../../i18n/useText.js';
import type { PricedState } from '../state.js';
import { CodeBox } from './CodeBox.js';
import { messageText } from './messageText.js';
import { useCheckout, useSelected } from './useCheckout.js';

const shown = ({ context: { codes, quote } }: PricedState) => ({ codes, masked: quote.paymentCodeDetails, coupon: quote.couponDetail });

/** Describes the amount that a code pays, and the unused part of its worth, which is lost. Shown before the payment. */
function codeEffect({ amount, amountFormatted, worthFormatted, lostFormatted }: Quote['paymentCodeDetails'][number], t: Translate): string {
  if (Number(amount) === 0) return t('payment_code_unused');
  if (!lostFormatted) return t('payment_code_pays', { amount: amountFormatted });
  return t('payment_code_loses', { amount: amountFormatted, worth: worthFormatted, lost: lostFormatted });
}

/** The codes of the order. Subscription codes are masked by the server. */
export function Codes() {
  const { send } = useCheckout();
  const { codes, masked, coupon } = useSelected(shown);
  const t = useText();
  const subscriptions = codes.paymentCodes.map((code, i) => ({ shown: masked[i]?.code ?? code, effect: masked[i] && codeEffect(masked[i], t) }));
  const coupons = codes.promoCodes.map((code) => ({ shown: code, effect: couponEffect(code) }));
  return (
    <CodeBox
      isOpen={codes.isOpen}
      onOpen={(isOpen) => send({ type: 'OPEN_CODES', isOpen })}
      applied={[...subscriptions, ...coupons]}
      typed={codes.typed}
      onType={(typed) => send({ type: 'TYPE_CODE', typed })}
      error={
        codes.message?.kind === 'violations' ? codes.message.violations[0] && t.violation(codes.message.violations[0]) : messageText(codes.message, t)
      }
      isBusy={codes.isBusy}
      onApply={() => send({ type: 'APPLY_CODE' })}
      onRemove={(index) => send({ type: 'REMOVE_CODE', index })}
    />
  );

  /** Only the coupon that counts has an effect. */
  function couponEffect(code: string): string | undefined {
    const counts = coupon?.couponCode.toUpperCase() === code.toUpperCase();
    return counts ? t('payment_coupon_effect', { amount: coupon.discountFormatted }) : undefined;
  }
}
