import type { Quote } from '../../client/types.js';
import type { Say } from '../../i18n/useText.js';
import type { OrderLine } from '../../parts/index.js';

/**
 * The lines of an order summary, as the server wrote them: a row for each seat, coupon, code and tax. Where there is no tax, that is said, too; before it is
 * known, no amount is. */
export function summaryLines({ lines, totals, taxesCalculated }: Quote, say: Say): OrderLine[] {
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
      ? { id: 'tax', label: say('summary_tax'), amount: totals.taxAmountFormatted }
      : { id: 'tax', label: say('summary_tax'), detail: say('summary_tax_later'), amount: '–' },
  ];
}
