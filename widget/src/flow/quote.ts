import { useCallback, useEffect, useRef, useState } from 'react';
import { ValidationFailure } from '../client/failure.js';
import type { Quote, Violation } from '../client/types.js';
import { useFlow } from './flow.js';
import type { PricedOrder } from './buyer.js';

export interface QuoteState {
  /** The last price that the server gave; it stays while a new one is on its way. */
  quote: Quote | undefined;
  isLoading: boolean;
  /** What the server says of the codes that were typed; the quote before them stays. */
  violations: readonly Violation[];
  /** No price could be had, for a reason that no field can put right. */
  error: unknown;
  /** Asks again for the same. */
  refresh: () => void;
  /** Takes a quote that came with another answer. */
  accept: (quote: Quote) => void;
}

/** Keeps the price of an order up to date. The widget never computes one. `undefined` asks nothing. */
export function useQuote(input: PricedOrder | undefined): QuoteState {
  // The rows of a price are written in a language: another one is another price to ask for.
  const { buyer, emit, lost, language } = useFlow();
  const [state, setState] = useState<Omit<QuoteState, 'refresh' | 'accept'>>({
    quote: undefined,
    isLoading: false,
    violations: [],
    error: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const key = input && JSON.stringify(input);
  const last = useRef<AbortController>(undefined);
  useEffect(() => {
    if (key === undefined) return undefined;
    const control = new AbortController();
    last.current = control;
    const asked = JSON.parse(key) as PricedOrder;
    setState((s) => ({ ...s, isLoading: true, error: undefined }));
    buyer.quote(asked, control.signal).then(
      (quote) => {
        if (control.signal.aborted) return;
        setState({ quote, isLoading: false, violations: [], error: undefined });
        emit('quote', { total: quote.totals.total, currency: quote.totals.currencyCode, packageId: asked.orderDetail?.packageId ?? 0 });
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        if (lost(error)) return;
        if (error instanceof ValidationFailure) setState((s) => ({ ...s, isLoading: false, violations: error.violations }));
        else setState((s) => ({ ...s, isLoading: false, error }));
      },
    );
    return () => control.abort();
  }, [key, attempt, language, buyer, emit, lost]);
  return {
    ...state,
    refresh: useCallback(() => setAttempt((n) => n + 1), []),
    accept: useCallback((quote: Quote) => setState({ quote, isLoading: false, violations: [], error: undefined }), []),
  };
}
