import type { Receipt } from '../../client/types.js';
import { dayText } from '../../i18n/day.js';
import { useText } from '../../i18n/useText.js';
import { DetailList, LinkButton, OrderSummary, type Detail } from '../../parts/index.js';
import { paymentMethods } from '../../rules/index.js';
import { receiptLines } from './receiptLines.js';

export interface ReceiptDetailsProps {
  receipt: Receipt;
  onPrint: () => void;
}

/** The receipt itself: the purchase, its price line by line, date and method of the payment. */
export function ReceiptDetails({ receipt, onPrint }: ReceiptDetailsProps) {
  const say = useText();
  const day = (date: string) => dayText(date, say.lang, receipt.locale);
  const details: Detail[] = [
    { id: 'number', label: say('receipt_number'), value: receipt.number ?? receipt.receiptId },
    { id: 'date', label: say('receipt_date'), value: day(receipt.transactionDateTime) },
    ...(receipt.transactionId ? [{ id: 'transaction', label: say('receipt_transaction'), value: receipt.transactionId }] : []),
    { id: 'method', label: say('receipt_paid_with'), value: methodText() },
    receipt.renewsAt
      ? { id: 'renews', label: say('receipt_renews'), value: day(receipt.renewsAt) }
      : { id: 'ends', label: say('receipt_ends'), value: day(receipt.endsAt) },
    ...sellerDetails(),
  ];
  return (
    <OrderSummary
      title={say('receipt_details')}
      lines={receiptLines(receipt, say)}
      totalLabel={say('summary_total')}
      total={receipt.totals.totalFormatted}
    >
      <DetailList details={details} />
      <div className="cj-screen-only">
        <LinkButton onPress={onPrint}>{say('receipt_print')}</LinkButton>
      </div>
    </OrderSummary>
  );

  function sellerDetails(): Detail[] {
    if (!receipt.seller) return [];
    const { name, address, taxId } = receipt.seller;
    return [
      { id: 'seller', label: say('receipt_seller'), value: address ? `${name}, ${address}` : name },
      ...(taxId ? [{ id: 'seller-tax', label: say('receipt_seller_tax'), value: taxId }] : []),
    ];
  }

  function methodText(): string {
    const method = Object.values(paymentMethods).find(({ type }) => type === receipt.paymentType);
    if (!method) return say('receipt_nothing_due');
    // A wallet's card has a number of the device's own, unknown to the buyer.
    return !method.isWallet && receipt.cardLastFour ? say('receipt_card', { lastFour: receipt.cardLastFour }) : say(method.name);
  }
}
