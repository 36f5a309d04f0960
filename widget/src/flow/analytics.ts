/** What analytics counts, and the properties that each event carries. No personal data in it. */
export interface AnalyticsEvents {
  /** A screen was entered. */
  'Step Viewed': { path: string };
  /** “For Parents” or “For Professionals” was pressed on the first screen. */
  'Visitor Type Chosen': { type: 'parent' | 'professional' };
  /** “Does your co-parent already have an account?” was answered. */
  'Co-Parent Status Answered': { hasAccount: boolean };
  /** A step of the parent's forms was saved: 1 the account, 2 co-parent and children (how many). */
  'Step Completed': { step: 1 } | { step: 2; children: number };
  /** The page for duplicates was shown, about whom. */
  'Duplicate Shown': { who: 'parent' | 'coParent' | 'unknown' };
  /** The packages of a pricing group were shown. */
  'Packages Shown': { group: string };
  /** A package was chosen. */
  'Package Chosen': { packageId: number; package: string };
  /** A package of one's own was built: its term, and how many extras it has. */
  'Custom Package Built': { packageId: number; years: number; extras: number };
  /** A means of payment was chosen. */
  'Payment Method Chosen': { method: string };
  /** The billing address was saved, and the package fits it. */
  'Billing Completed': undefined;
  /** The package doesn't fit the billing country, or the phone's. */
  'Package Mismatch Shown': { packageId: number; country: string };
  /** A code was accepted. */
  'Code Applied': { kind: 'subscription' | 'coupon' };
  /** The dialog that asks for the co-parent's e-mail was closed, with an answer or without. */
  'Co-Parent Email Prompt Closed': { answered: boolean };
  /** Paid, or nothing was due. `total` is a decimal amount. */
  'Order Completed': { packageId: number; total: string };
  /** Username and password are set. */
  'Credentials Set': undefined;
  /** The receipt was shown. */
  'Receipt Shown': { packageId: number };
  /** The receipt is hidden: it is for another package than the one chosen. */
  'Selected package does not match order package': { packageId: number };
  /** An invitation's link was opened. */
  'Invitation Opened': { isPaid: boolean; isByPro: boolean };
  /** A new link for an invitation was asked for. */
  'Invitation Link Requested': undefined;
  /** A step of the professional's form was left. */
  'Professional Step Completed': { step: number };
  /** A professional's account was made. */
  'Professional Signed Up': undefined;
  /** Something failed that is nobody's typing error. */
  Errored: { step: 'credentials' | 'professional' | 'invite request' };
}

export type AnalyticsEvent = keyof AnalyticsEvents;

/** Counts an event. */
export type Track = <E extends AnalyticsEvent>(
  event: E,
  ...properties: undefined extends AnalyticsEvents[E] ? [] : [properties: AnalyticsEvents[E]]
) => void;
