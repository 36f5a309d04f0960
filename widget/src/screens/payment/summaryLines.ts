import type { Quote } from '../../client/types.js';
import type { Say } from '../../i18n/useText.js';
import type { OrderLine } from '../../parts/index.js';

/** The lines of an order summary: every amount is the server's own words. */
export function summaryLines(quote: Quote, packageName: string, say: Say): OrderLine[] {
  const { totals, couponDetail, paymentCodeDetails, taxes, taxIncluded, payForCoParent } = quote;
  const lines: OrderLine[] = [
    {
      id: 'package',
      label: packageName,
      ...(payForCoParent ? { detail: say('summary_two_seats') } : {}),
      amount: totals.selectedPackageTotalFormatted,
    },
  ];
  if (couponDetail) {
    lines.push({
      id: 'coupon',
      label: say('summary_discount'),
      detail: couponDetail.description,
      amount: `−${couponDetail.discountFormatted}`,
      tone: 'discount',
    });
  }
  for (const [index, { code, amountFormatted }] of paymentCodeDetails.entries()) {
    lines.push({ id: `code${index}`, label: say('summary_code', { code }), amount: `−${amountFormatted}`, tone: 'discount' });
  }
  if (taxIncluded) {
    const [tax] = taxes;
    lines.push({ id: 'tax', label: say('summary_includes_tax', { tax: tax?.name ?? say('summary_tax') }), amount: totals.taxAmountFormatted });
  } else if (taxes.length > 1) {
    for (const tax of taxes) lines.push({ id: `tax ${tax.name}`, label: tax.name, detail: `${tax.rate} %`, amount: tax.amountFormatted });
  } else {
    lines.push({
      id: 'tax',
      label: say('summary_tax'),
      ...(quote.taxesCalculated ? {} : { detail: say('summary_tax_later') }),
      amount: totals.taxAmountFormatted,
    });
  }
  return lines;
}
