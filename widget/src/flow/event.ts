import type { AnalyticsEvent } from './analytics.js';

/** What happens in a flow and a host page may want to know. No personal data in it. */
export interface FlowEvents {
  /** The first screen is about to be shown. */
  ready: Record<string, never>;
  /** A screen was entered; `step` where one path has several. */
  step: { path: string; step?: number };
  /** A price was shown: a decimal amount in its currency. */
  quote: { total: string; currency: string; packageId: number };
  /** The sign-up is paid for, or the professional's account is made. `total` is a decimal amount. */
  complete: { transactionId?: string; packageId: number; currency: string; total: string } | { visitor: 'professional' };
  /** Something failed that is nobody's typing error; `code` is stable, for machines. */
  error: { code: string };
  /** What our own analytics is told: for the host page's analytics too. Raised with `analytics` off as well. */
  track: { event: AnalyticsEvent; properties: Record<string, string | number | boolean> };
  /** Support chat is offered here (on the first screen and on /duplicate, where the flag is on), or no longer. */
  chat: { isOffered: boolean };
}

export type FlowEvent = keyof FlowEvents;

/** Every event, in the order in which a sign-up meets them. */
export const flowEvents = ['ready', 'step', 'quote', 'complete', 'error', 'track', 'chat'] as const satisfies readonly FlowEvent[];

/** Hears what happens in a flow. */
export type Listener = <E extends FlowEvent>(event: E, detail: FlowEvents[E]) => void;
