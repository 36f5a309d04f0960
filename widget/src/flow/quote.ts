import { useEffect, useEffectEvent, useState } from 'react';
import { ValidationFailure } from '../client/failure.js';
import type { Quote, Violation } from '../client/types.js';
import { useFlow } from './flow.js';
import type { PricedOrder } from './buyer.js';

export interface QuoteState {
  /** The server's last price; it stays while a new one loads. */
  quote: Quote | undefined;
  isLoading: boolean;
  /** The server's faults of the typed codes; the earlier quote stays. */
  violations: readonly Violation[];
  /** The reason that there is no price, if no field can correct it. */
  error: unknown;
}

/** The server's answers so far. */
interface Answered {
  /** The order and the language of the last answer. */
  key?: string;
  language?: string;
  quote?: Quote;
  violations: readonly Violation[];
  error?: unknown;
}

const noAnswer: Answered = { violations: [] };

/** Keeps an order's price up to date. Only the server computes prices. `undefined` requests none. */
export function useQuote(input: PricedOrder | undefined): QuoteState {
  // A price has texts in one language: a change of language needs a new quote.
  const { buyer, emit, lost, language } = useFlow();
  const [answered, setAnswered] = useState(noAnswer);
  const key = input && JSON.stringify(input);
  const onQuote = useEffectEvent((quote: Quote, { orderDetail }: PricedOrder) => {
    const { total, taxAmount, currencyCode } = quote.totals;
    emit('quote', { total, ...(quote.taxesCalculated && { tax: taxAmount }), currency: currencyCode, packageId: orderDetail?.packageId ?? 0 });
  });
  const isLost = useEffectEvent(lost);
  useEffect(() => {
    if (key === undefined) return undefined;
    const control = new AbortController();
    const order = JSON.parse(key) as PricedOrder;
    buyer.quote(order, control.signal).then(
      (quote) => {
        if (control.signal.aborted) return;
        setAnswered({ key, language, quote, violations: [] });
        onQuote(quote, order);
      },
      (error: unknown) => {
        if (control.signal.aborted || isLost(error)) return;
        setAnswered(({ quote, violations }) => ({
          key,
          language,
          ...(quote && { quote }),
          ...(error instanceof ValidationFailure ? { violations: error.violations } : { violations, error }),
        }));
      },
    );
    return () => control.abort();
  }, [key, language, buyer]);
  const isCurrent = answered.key === key && answered.language === language;
  return {
    quote: answered.quote,
    isLoading: key !== undefined && !isCurrent,
    violations: answered.violations,
    error: isCurrent ? answered.error : undefined,
  };
}
