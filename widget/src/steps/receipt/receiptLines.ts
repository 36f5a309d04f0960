import type { Receipt } from '../../client/types.js';
import type { Translate } from '../../i18n/useText.js';
import type { OrderLine } from '../../parts/index.js';

/** Returns the lines of a receipt. The server formats every amount. */
export function receiptLines(receipt: Receipt, t: Translate): OrderLine[] {
  const { totals, couponDetail, paymentCodeDetails, taxes, payForCoParent } = receipt;
  return [
    {
      id: 'package',
      label: receipt.receiptText || receipt.packageName,
      ...(payForCoParent ? { detail: t('summary_two_seats') } : {}),
      amount: totals.selectedPackageTotalFormatted,
    },
    ...(couponDetail
      ? [
          {
            id: 'coupon',
            label: t('summary_discount'),
            detail: couponDetail.description,
            amount: `−${couponDetail.discountFormatted}`,
            tone: 'discount' as const,
          },
        ]
      : []),
    ...paymentCodeDetails.map(({ code, amountFormatted }, index) => ({
      id: `code${index}`,
      label: t('summary_code', { code }),
      amount: `−${amountFormatted}`,
      tone: 'discount' as const,
    })),
    ...taxes.map((tax) => ({
      id: `tax ${tax.name}`,
      label: tax.included ? t('summary_includes_tax', { tax: tax.name }) : tax.name,
      amount: tax.amountFormatted,
    })),
    ...(taxes.length === 0 ? [{ id: 'tax', label: t('summary_tax'), amount: totals.taxAmountFormatted }] : []),
  ];
}
