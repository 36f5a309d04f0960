import type { PaymentAnswer, Quote, Violation } from '../client/types.js';
import type { Wallet } from '../rules/index.js';
import type { BillingValues } from './billing.js';
import type { CardField, CardToken, WalletToken } from './providers/port.js';
import type { Agreed, CodeLists, Context, Method, StageMessage, Stage } from './state.js';

/** The checkout's initial data, loaded with the price. */
export type Opening = Pick<
  Context,
  'arm' | 'quote' | 'country' | 'verified' | 'offers' | 'hiddenBrands' | 'holder' | 'payForCoparent' | 'referral' | 'key'
> & {
  readonly billing: BillingValues;
  readonly codes: CodeLists;
  /** A wallet's own application reopened the page, and billing is saved: the method is shown. */
  readonly isBack?: boolean;
};

/** The machine's events: the buyer's actions, and results of effects. */
export type Event =
  // A payment from before the page was loaded.
  | { type: 'SETTLED'; answer: PaymentAnswer }
  | { type: 'NOTHING_SENT' }
  | { type: 'ASK_AGAIN' }
  // The price.
  | { type: 'OPEN'; opening: Opening }
  | { type: 'PRICED'; quote: Quote }
  // Moves through the stages.
  | { type: 'SELECT'; stage: Stage }
  | { type: 'BACK' }
  | { type: 'OPENED' }
  /** An effect failed, and no event of its own covers it. Without a message, the whole sign-up has ended. */
  | { type: 'FAILED'; message?: StageMessage | undefined }
  // Billing.
  | { type: 'SUBMIT_BILLING'; values: BillingValues }
  | { type: 'BILLING_SAVED'; country: string }
  | { type: 'ADDRESS_ASKED'; values: BillingValues; violations: readonly Violation[] }
  | { type: 'MISMATCH'; values: BillingValues }
  | { type: 'CONFIRM' }
  | { type: 'CONFIRMED' }
  | { type: 'DUPLICATE' }
  // The method.
  | { type: 'CHOOSE'; method: Method }
  | { type: 'HOLDER'; holder: string }
  | { type: 'CARD_VALIDITY'; isValid: boolean }
  | { type: 'CARD_CHANGED'; field: CardField }
  | { type: 'UPDATE_CARD' }
  | { type: 'CONTINUE' }
  | { type: 'CARD_TOKEN'; token: CardToken }
  | { type: 'CARD_REFUSED'; fields: readonly CardField[] }
  | { type: 'AUTHORIZE' }
  | { type: 'WALLET_TOKEN'; wallet: Wallet; token: WalletToken }
  /** The buyer approved the wallet in its own application, which reopened the page. */
  | { type: 'WALLET_RETURNED'; wallet: Wallet; token: WalletToken }
  | { type: 'WALLET_CLOSED'; wallet: Wallet }
  | { type: 'WALLET_FAILED'; wallet: Wallet }
  // The provider's client.
  | { type: 'RETRY_PROVIDER' }
  /** The server requires verification of every card, whatever the country. */
  | { type: 'ASK_BANK' }
  | { type: 'WALLETS_FOUND'; provider: number; usable: readonly Wallet[]; ownButtons: readonly Wallet[] }
  // Codes and seats.
  | { type: 'SEATS'; payForCoparent: boolean }
  | { type: 'OPEN_CODES'; isOpen: boolean }
  | { type: 'TYPE_CODE'; typed: string }
  | { type: 'APPLY_CODE' }
  | { type: 'CODE_APPLIED'; quote: Quote; codes: CodeLists }
  | { type: 'CODE_REFUSED'; message?: StageMessage | undefined }
  | { type: 'REMOVE_CODE'; index: number }
  // Review and payment. `key` is the idempotency key for a new payment.
  | { type: 'AGREE'; agreed: Agreed }
  | { type: 'REFER'; referral: BillingValues['referral'] }
  | { type: 'PAY'; key: string }
  /** The bank approved; the nonce is valid only for the price that it was asked about. */
  | { type: 'VERIFIED'; nonce: string }
  | { type: 'UNDECIDED' }
  | { type: 'PAID'; answer: PaymentAnswer }
  /** The server refused the method or a code. Nothing was charged. */
  | { type: 'REFUSED'; violations: readonly Violation[] }
  /** Another part of the order needs a correction. Nothing was charged. */
  | { type: 'ORDER_REFUSED'; violations: readonly Violation[] }
  | { type: 'PRICE_CHANGED'; quote: Quote; key: string }
  /** The outcome is unknown: the key stays. */
  | { type: 'UNANSWERED'; message: StageMessage };

export type EventType = Event['type'];
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;
