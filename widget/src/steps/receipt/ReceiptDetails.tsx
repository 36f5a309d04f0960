import type { Receipt } from '../../client/types.js';
import { dayOr, dayText } from '../../i18n/day.js';
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
  const t = useText();
  const day = (date: string) => dayText(date, t.lang, receipt.locale);
  const details: Detail[] = [
    { id: 'number', label: t('receipt_number'), value: receipt.number ?? receipt.receiptId },
    { id: 'date', label: t('receipt_date'), value: day(dayOr(receipt.paidOn, receipt.transactionDateTime)) },
    ...(receipt.transactionId ? [{ id: 'transaction', label: t('receipt_transaction'), value: receipt.transactionId }] : []),
    { id: 'method', label: t('receipt_paid_with'), value: methodText() },
    receipt.renewsAt
      ? { id: 'renews', label: t('receipt_renews'), value: day(dayOr(receipt.renewsOn, receipt.renewsAt)) }
      : { id: 'ends', label: t('receipt_ends'), value: day(dayOr(receipt.endsOn, receipt.endsAt)) },
    ...sellerDetails(),
  ];
  return (
    <OrderSummary title={t('receipt_details')} lines={receiptLines(receipt, t)} totalLabel={t('summary_total')} total={receipt.totals.totalFormatted}>
      <DetailList details={details} />
      <div className="cj-screen-only">
        <LinkButton onPress={onPrint}>{t('receipt_print')}</LinkButton>
      </div>
    </OrderSummary>
  );

  function sellerDetails(): Detail[] {
    if (!receipt.seller) return [];
    const { name, address, taxId } = receipt.seller;
    return [
      { id: 'seller', label: t('receipt_seller'), value: address ? `${name}, ${address}` : name },
      ...(taxId ? [{ id: 'seller-tax', label: t('receipt_seller_tax'), value: taxId }] : []),
    ];
  }

  function methodText(): string {
    const method = Object.values(paymentMethods).find(({ type }) => type === receipt.paymentType);
    if (!method) return t('receipt_nothing_due');
    // A wallet's card has a number of the device's own, unknown to the buyer.
    return !method.isWallet && receipt.cardLastFour ? t('receipt_card', { lastFour: receipt.cardLastFour }) : t(method.name);
  }
}
