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
  const say = useText();
  return (
    <OrderSummary
      title={say('summary_heading')}
      lines={summaryLines(quote, say)}
      totalLabel={say('summary_total')}
      total={quote.totals.totalFormatted}
      totalNote={quote.taxesCalculated || quote.taxIncluded ? undefined : say('summary_before_tax')}
      showLabel={say('summary_show')}
      hideLabel={say('summary_hide')}
      isBusy={isBusy}
      busyLabel={say('summary_updating')}
    />
  );
}
