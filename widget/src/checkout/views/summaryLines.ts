import type { Quote } from '../../client/types.js';
import type { Translate } from '../../i18n/useText.js';
import type { OrderLine } from '../../parts/index.js';

/**
 * Returns the lines of an order summary in the server's words: a row for each seat, coupon, code and tax. Without tax there is a row for that, too; until
 * the tax is calculated, it shows no amount.
 */
export function summaryLines({ lines, totals, taxesCalculated }: Quote, t: Translate): OrderLine[] {
  const rows = lines.map(({ kind, description, amountFormatted }, index): OrderLine => ({
    id: `${kind}${index}`,
    label: description,
    amount: amountFormatted,
    ...(kind === 'coupon' || kind === 'code' ? { tone: 'discount' } : {}),
  }));
  if (lines.some(({ kind }) => kind === 'tax')) return rows;
  return [
    ...rows,
    taxesCalculated
      ? { id: 'tax', label: t('summary_tax'), amount: totals.taxAmountFormatted }
      : { id: 'tax', label: t('summary_tax'), detail: t('summary_tax_later'), amount: '–' },
  ];
}
