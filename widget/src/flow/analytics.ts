/** Analytics events with their properties. They contain no personal data. */
export interface AnalyticsEvents {
  /** A view was entered: its name, which stays, and its path. */
  'Step Viewed': { view: string; path: string };
  /** “For Parents” or “For Professionals” was pressed on the first screen. */
  'Visitor Type Chosen': { type: 'parent' | 'professional' };
  /** “Does your co-parent already have an account?” was answered. */
  'Co-Parent Status Answered': { hasAccount: boolean };
  /** A step of the parent's forms was saved: 1 is the account, 2 the co-parent and children (with their number). */
  'Step Completed': { step: 1 } | { step: 2; children: number };
  /** The page for duplicates was shown; `who` is the duplicate. */
  'Duplicate Shown': { who: 'parent' | 'coParent' | 'unknown' };
  /** The packages of a pricing group were shown. */
  'Packages Shown': { group: string };
  /** A package was chosen. */
  'Package Chosen': { packageId: number; package: string };
  /** A custom package was built: its term, and its number of extras. */
  'Custom Package Built': { packageId: number; years: number; extras: number };
  /** A payment method was chosen. */
  'Payment Method Chosen': { method: string };
  /** The billing address was saved, and the package is sold there. */
  'Billing Completed': undefined;
  /** The package isn't sold in the billing country, or in the phone number's country. */
  'Package Mismatch Shown': { packageId: number; country: string };
  /** A code was accepted. */
  'Code Applied': { kind: 'subscription' | 'coupon' };
  /** The dialog that asks for the co-parent's e-mail was closed, with or without an answer. */
  'Co-Parent Email Prompt Closed': { answered: boolean };
  /** Paid, or nothing was due. `total` is a decimal amount. */
  'Order Completed': { packageId: number; total: string };
  /** Username and password are set. */
  'Credentials Set': undefined;
  /** A forgotten password was replaced. */
  'Password Set': undefined;
  /** The receipt was shown. */
  'Receipt Shown': { packageId: number };
  /** The receipt is hidden, because it is for a different package than the chosen one. */
  'Selected package does not match order package': { packageId: number };
  /** An invitation's link was opened. */
  'Invitation Opened': { isPaid: boolean; isByPro: boolean };
  /** A new link for an invitation was requested. */
  'Invitation Link Requested': undefined;
  /** A step of the professional's form was completed. */
  'Professional Step Completed': { step: number };
  /** A professional's account was created. */
  'Professional Signed Up': undefined;
  /** Something failed, other than a validation error. */
  Errored: { step: 'credentials' | 'professional' | 'invite request' };
}

export type AnalyticsEvent = keyof AnalyticsEvents;

/** Counts an event. */
export type Track = <E extends AnalyticsEvent>(
  event: E,
  ...properties: undefined extends AnalyticsEvents[E] ? [] : [properties: AnalyticsEvents[E]]
) => void;
