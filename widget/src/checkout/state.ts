import type { FailureMessage } from '../client/failure.js';
import type { Quote, Violation } from '../client/types.js';
import type { TextCode } from '../i18n/useText.js';
import type { CardBrand, Wallet } from '../rules/index.js';
import type { BillingValues } from './billing.js';
import type { CardField, CardToken, WalletToken } from './providers/port.js';

/** An arm is the buyer's variant of the experiment: billing first, or the payment method first. */
export type Arm = 'control' | 'treatment';

/** A view of the checkout. */
export type Stage = 'billing' | 'method' | 'review';

/** The stages with forms. */
export type FormStage = Exclude<Stage, 'review'>;

/** The methods of payment. */
export type Method = 'creditCard' | Wallet;

/** A card as a nonce of the provider. */
export interface SavedCard extends CardToken {
  readonly method: 'creditCard';
  /** Name on the card. */
  readonly holder: string;
  /** The one price that the bank has approved (3-D Secure); empty if the server requires a new question. */
  readonly verifiedPrice?: string | undefined;
}

/** A wallet that the buyer has authorized. */
export interface SavedWallet extends WalletToken {
  readonly method: Wallet;
}

export type Token = SavedCard | SavedWallet;

/** The provider's tokens, by method. Held in memory only. */
export type Tokens = { readonly creditCard?: SavedCard | undefined } & { readonly [W in Wallet]?: SavedWallet | undefined };

/** An order's means of payment. Review and payment require it. */
export type Means = { readonly kind: 'nothingDue' } | { readonly kind: 'token'; readonly token: Token };

/** A wallet on offer, with its billing countries. */
export interface Offer {
  readonly wallet: Wallet;
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/** A message as codes: the language may change while it is shown. */
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
  /** The unapplied code in the box. */
  readonly typed: string;
  /** A code is being tried. */
  readonly isBusy: boolean;
  /** The fault of the last code. */
  readonly message: StageMessage | undefined;
}

/** The buyer's ticks on review; undefined while untouched. */
export interface Agreed {
  readonly termsAndConditions?: boolean;
  readonly marketingOptIn?: boolean;
}

/** The data of every state that has a price. */
export interface Context {
  readonly arm: Arm;
  /** The shown price. */
  readonly quote: Quote;
  /** ISO 3166-1 alpha-2 of the billing address; before there is one, of the package's market. */
  readonly country: string;
  /** Countries that require card verification. */
  readonly verified: readonly string[];
  /** Every card must be verified: the server required it with the client token. */
  readonly verifiesAll: boolean;
  readonly offers: readonly Offer[];
  /** Card brands that the package doesn't accept. */
  readonly hiddenBrands: readonly CardBrand[];
  readonly chosen: Method;
  readonly tokens: Tokens;
  /** The number of provider clients opened so far: results of earlier ones don't count. */
  readonly provider: number;
  /** Wallets that this device can pay with, in display order. */
  readonly usable: readonly Wallet[];
  /** Wallets that open by their own button. */
  readonly ownButtons: readonly Wallet[];
  /** The typed name on the card. */
  readonly holder: string;
  /** The provider's fields hold a card ready to send. */
  readonly isCardValid: boolean;
  /** Card fields that the provider refused, unchanged since. */
  readonly refused: readonly CardField[];
  readonly codes: Codes;
  /** The order includes the co-parent's seat. */
  readonly payForCoparent: boolean;
  /** The billing form's initial values. A new revision mounts a new form. */
  readonly billing: { readonly initial: BillingValues; readonly revision: number };
  readonly agreed: Agreed;
  /** The referral, if review asks for it. */
  readonly referral: BillingValues['referral'];
  /** The number of the variant's finished stages: a stage's tab is enabled once those before it are finished. */
  readonly done: number;
  /** The number of stage changes: from the first on, the shown heading takes the focus. */
  readonly moves: number;
  /** The price has changed since Pay now was pressed, and nothing was charged. */
  readonly isPriceNew: boolean;
  /** The message above each stage's form. */
  readonly messages: { readonly [S in Stage]?: StageMessage | undefined };
  /** Attempts that need a correction, by stage: the summary takes the focus at each. */
  readonly attempts: Readonly<Record<Stage, number>>;
  /** Idempotency key of a payment without a final answer. Only a final answer removes it. */
  readonly key: string | undefined;
}

/** A sent payment. Its contents stay the same until it is answered. */
export interface Payment {
  readonly key: string;
  readonly means: Means;
  /** The price that the buyer agreed to. */
  readonly shown: Quote;
  /** It was sent again under a new quote: the old one had expired, and the price is the same. */
  readonly isRenewed: boolean;
}

interface Priced<N extends string> {
  readonly name: N;
  readonly context: Context;
}

/** A billing address is being saved or confirmed. `from` is the stage shown meanwhile (a wallet's address is saved from `method`). */
interface Saving<N extends string> extends Priced<N> {
  readonly from: FormStage;
}

interface Verifying<N extends string> extends Saving<N> {
  /** The saved values, to be confirmed. */
  readonly values: BillingValues;
}

interface Sending<N extends string> extends Priced<N> {
  readonly payment: Payment;
}

/** The states of the checkout, each with its data. */
export type State =
  /** A payment was sent before the page was loaded: its outcome is being looked up. */
  | { readonly name: 'resuming' }
  /** The lookup failed; the buyer may retry. */
  | { readonly name: 'resuming.failed' }
  /** The earlier payment was accepted. */
  | { readonly name: 'resumed' }
  /** There is no price yet. */
  | { readonly name: 'pricing' }
  | Priced<'billing'>
  | Saving<'billing.saving'>
  /** The package isn't sold in the billing country. */
  | Verifying<'billing.mismatch'>
  | Verifying<'billing.confirming'>
  | Priced<'method'>
  /** The card is being turned into a nonce. */
  | Priced<'method.tokenizing'>
  | (Priced<'method.authorizing'> & { readonly wallet: Wallet })
  /** Review's code is loading. */
  | Saving<'opening'>
  | (Priced<'review'> & { readonly means: Means })
  /** The card's bank is being asked about the price. Nothing was sent. */
  | Sending<'paying.verifying'>
  | Sending<'paying'>
  /** The payment was sent, and its outcome isn't known yet. */
  | Sending<'paying.confirming'>
  | Priced<'paid'>
  /** The buyer was sent to another screen. */
  | (Priced<'left'> & { readonly from: Stage });

export type StateName = State['name'];
export type StateOf<N extends StateName> = Extract<State, { name: N }>;

/** A state with a price. */
export type PricedState = Extract<State, { context: Context }>;
