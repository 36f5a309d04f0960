import type { AnalyticsEvent } from './analytics.js';

/** Events of a flow for the host page. They contain no personal data. */
export interface FlowEvents {
  /** The first screen is about to be shown. */
  ready: Record<string, never>;
  /** A screen was entered; `step` if the path has several. */
  step: { path: string; step?: number };
  /** A price was shown: a decimal amount in its currency. */
  quote: { total: string; currency: string; packageId: number };
  /** The sign-up is paid for, or the professional's account was created. `total` is a decimal amount. */
  complete: { transactionId?: string; packageId: number; currency: string; total: string } | { visitor: 'professional' };
  /** Something failed, other than a validation error; `code` is stable and meant for programs. Without `canContinue` nothing but another try helps. */
  error: { code: string; canContinue: boolean };
  /** An analytics event, so that the host page's analytics can use it too. Raised even if `analytics` is off. */
  track: { event: AnalyticsEvent; properties: Record<string, string | number | boolean> };
  /** Support chat becomes available (on the first screen and on /duplicate, if the flag is on) or unavailable. */
  chat: { isOffered: boolean };
}

export type FlowEvent = keyof FlowEvents;

/** Every event, in the order in which a sign-up raises them. */
export const flowEvents = ['ready', 'step', 'quote', 'complete', 'error', 'track', 'chat'] as const satisfies readonly FlowEvent[];

/** Receives a flow's events. */
export type Listener = <E extends FlowEvent>(event: E, detail: FlowEvents[E]) => void;
