import type { AnalyticsEvent } from './analytics.js';

/** The order without any data of its buyer. Amounts are decimal. */
export interface Purchased {
  orderId: string;
  /** The payment provider's id; missing if nothing was due. */
  transactionId?: string;
  packageId: number;
  /** Its name in the catalog, the same in every language, e.g. P0_PREMIUM_1Y. */
  packageName: string;
  currency: string;
  /** The amount paid, tax included. */
  total: string;
  tax: string;
  /** The coupon's code. Subscription codes are never included. */
  coupon?: string;
}

/** Events of a flow for the host page. They contain no personal data. */
export interface FlowEvents {
  /** The first screen is about to be shown. */
  ready: Record<string, never>;
  /** A view was entered: `view` is its name, which stays; `step` its place among the steps, where it has one. */
  step: { view: string; path: string; step?: number };
  /** A price was shown, tax included: decimal amounts in its currency. `tax` is missing until the billing address tells it. */
  quote: { total: string; tax?: string; currency: string; packageId: number };
  /** The sign-up is paid for, or the professional's account was created. `total` is a decimal amount that includes `tax`; `orderId` is there where nothing was due, too. Raised once by a tab that paid, also where a reload finds that it is paid. A tab that was closed before raises none, and two tabs that paid for the same sign-up raise one each, with one `orderId`: the server's order.placed is what to count by. */
  complete: Purchased | { visitor: 'professional' };
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
