import type { Quote } from '../../client/types.js';
import { useText } from '../../i18n/useText.js';
import { OrderSummary } from '../../parts/index.js';
import { summaryLines } from './summaryLines.js';

export interface SummaryProps {
  quote: Quote;
  isBusy: boolean;
}

/** The order beside the forms; in a narrow layout, a line with the total that opens. */
export function Summary({ quote, isBusy }: SummaryProps) {
  const t = useText();
  return (
    <OrderSummary
      title={t('summary_heading')}
      lines={summaryLines(quote, t)}
      totalLabel={t('summary_total')}
      total={quote.totals.totalFormatted}
      totalNote={quote.taxesCalculated || quote.taxIncluded ? undefined : t('summary_before_tax')}
      showLabel={t('summary_show')}
      hideLabel={t('summary_hide')}
      isBusy={isBusy}
      busyLabel={t('summary_updating')}
    />
  );
}
