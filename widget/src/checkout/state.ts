import type { FailureMessage } from '../client/failure.js';
import type { Quote, Violation } from '../client/types.js';
import type { TextCode } from '../i18n/useText.js';
import type { CardBrand, Wallet } from '../rules/index.js';
import type { BillingValues } from './billing.js';
import type { CardField, CardToken, WalletToken } from './providers/port.js';

/** The experiment's arm: billing first, or the payment method first. */
export type Arm = 'control' | 'treatment';

/** A view of the checkout. */
export type Stage = 'billing' | 'method' | 'review';

/** The stages in which the buyer enters something. */
export type FormStage = Exclude<Stage, 'review'>;

/** The methods of payment. */
export type Method = 'creditCard' | Wallet;

/** A card that the provider has turned into a nonce. */
export interface SavedCard extends CardToken {
  readonly method: 'creditCard';
  /** Name on the card. */
  readonly holder: string;
  /** The price that the bank has said yes to (3-D Secure), and that alone; empty where the server wants it to be asked (again). */
  readonly asked?: string | undefined;
}

/** A wallet that the buyer has authorised. */
export interface SavedWallet extends WalletToken {
  readonly method: Wallet;
}

export type Token = SavedCard | SavedWallet;

/** The provider's tokens, by method. They are held in memory only. */
export type Tokens = { readonly creditCard?: SavedCard | undefined } & { readonly [W in Wallet]?: SavedWallet | undefined };

/** An order's means of payment. Review and payment require it. */
export type Means = { readonly kind: 'nothingDue' } | { readonly kind: 'token'; readonly token: Token };

/** A wallet that may be offered, and in which billing countries. */
export interface Offer {
  readonly wallet: Wallet;
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/** Something to say, as codes: the language may change while it is shown. */
export type StageMessage =
  | { readonly kind: 'text'; readonly code: TextCode; readonly method?: Method | undefined }
  | { readonly kind: 'failure'; readonly failure: FailureMessage }
  | { readonly kind: 'violations'; readonly violations: readonly Violation[] };

/** The codes that count for the order. */
export interface CodeLists {
  readonly promoCodes: readonly string[];
  readonly paymentCodes: readonly string[];
}

/** The box for subscription codes and coupons. */
export interface Codes extends CodeLists {
  readonly isOpen: boolean;
  /** The code in the box, not applied yet. */
  readonly typed: string;
  /** A code is being tried. */
  readonly isBusy: boolean;
  /** The fault of the last code. */
  readonly message: StageMessage | undefined;
}

/** The buyer's ticks on review; undefined for an untouched default. */
export interface Agreed {
  readonly termsAndConditions?: boolean;
  readonly marketingOptIn?: boolean;
}

/** The data of every state that has a price. */
export interface Context {
  readonly arm: Arm;
  /** The price that is shown. */
  readonly quote: Quote;
  /** ISO 3166-1 alpha-2 of the billing address; before there is one, of the country that the package is sold in. */
  readonly country: string;
  /** Countries in which a card has to be verified. */
  readonly verified: readonly string[];
  /** Every card has to be verified: the server said so with the client token. */
  readonly asksBank: boolean;
  readonly offers: readonly Offer[];
  /** Card brands that the package can't be paid for with. */
  readonly hiddenBrands: readonly CardBrand[];
  readonly chosen: Method;
  readonly tokens: Tokens;
  /** The number of provider clients opened so far: answers to an earlier one don't count. */
  readonly provider: number;
  /** Wallets that this device can pay with, in the order in which they are shown. */
  readonly usable: readonly Wallet[];
  /** Wallets that open by a button of their own. */
  readonly ownButtons: readonly Wallet[];
  /** Name on the card, as it is typed. */
  readonly holder: string;
  /** The provider's fields hold a card that may be sent. */
  readonly isCardValid: boolean;
  /** Card fields that the provider refused, and that weren't changed since. */
  readonly refused: readonly CardField[];
  readonly codes: Codes;
  /** The co-parent's seat is paid for, too. */
  readonly payForCoparent: boolean;
  /** The billing form's initial values. Another revision is another form. */
  readonly billing: { readonly initial: BillingValues; readonly revision: number };
  readonly agreed: Agreed;
  /** The referral, if review asks it. */
  readonly referral: BillingValues['referral'];
  /** The number of finished stages of the arm: a stage's tab is enabled once those before it are finished. */
  readonly done: number;
  /** The number of stage changes: from the first on, the shown heading takes the focus. */
  readonly moves: number;
  /** The price has changed since the buyer pressed Pay now, and nothing was charged. */
  readonly isPriceNew: boolean;
  /** The message above each stage's form. */
  readonly messages: { readonly [S in Stage]?: StageMessage | undefined };
  /** Answers that put something right, by stage: the summary takes the focus at each. */
  readonly attempts: Readonly<Record<Stage, number>>;
  /** Idempotency key of a payment without a final answer. Only a final answer ends it. */
  readonly key: string | undefined;
}

/** A payment that was sent. What it was sent with stays the same until it is answered. */
export interface Payment {
  readonly key: string;
  readonly means: Means;
  /** The price that the buyer agreed to. */
  readonly shown: Quote;
  /** It was sent again, under a quote that had run out and came out the same. */
  readonly isRenewed: boolean;
}

interface Priced<N extends string> {
  readonly name: N;
  readonly context: Context;
}

/** A billing address is being saved, or asked about: `from` is the stage that is shown meanwhile (a wallet's address is saved from `method`). */
interface Saving<N extends string> extends Priced<N> {
  readonly from: FormStage;
}

interface Asking<N extends string> extends Saving<N> {
  /** The saved values, about to be confirmed. */
  readonly values: BillingValues;
}

interface Sending<N extends string> extends Priced<N> {
  readonly payment: Payment;
}

/** The states of the checkout, with what exists in each of them. */
export type State =
  /** A payment was sent before the page was loaded: how it ended is being found out. */
  | { readonly name: 'resuming' }
  /** That couldn't be found out; the buyer may ask again. */
  | { readonly name: 'resuming.failed' }
  /** It was accepted. */
  | { readonly name: 'resumed' }
  /** There is no price yet. */
  | { readonly name: 'pricing' }
  | Priced<'billing'>
  | Saving<'billing.saving'>
  /** The package isn't sold in the billing country. */
  | Asking<'billing.mismatch'>
  | Asking<'billing.confirming'>
  | Priced<'method'>
  /** The card is being turned into a nonce. */
  | Priced<'method.tokenizing'>
  | (Priced<'method.authorizing'> & { readonly wallet: Wallet })
  /** Review's code is on its way. */
  | Saving<'opening'>
  | (Priced<'review'> & { readonly means: Means })
  /** The card's bank is being asked about the price that is about to be paid. Nothing was sent. */
  | Sending<'paying.verifying'>
  | Sending<'paying'>
  /** The payment was sent, and its outcome isn't known yet. */
  | Sending<'paying.confirming'>
  | Priced<'paid'>
  /** The buyer was led to another screen. */
  | (Priced<'left'> & { readonly from: Stage });

export type StateName = State['name'];
export type StateOf<N extends StateName> = Extract<State, { name: N }>;

/** A state in which there is a price. */
export type PricedState = Extract<State, { context: Context }>;
