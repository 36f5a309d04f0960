import type { PaymentAnswer } from '../client/types.js';
import type { Wallet } from '../rules/index.js';
import type { BillingValues } from './billing.js';
import type { Purchase, WalletAddress } from './providers/port.js';
import type { CodeLists, Context, Method, Payment, SavedCard } from './state.js';

/** The amount to authorize or verify; the interpreter adds the product's name. */
export type Due = Omit<Purchase, 'product'>;

/** The machine's effects. The interpreter runs them, and dispatches their results. */
export type Effect =
  /** Finds out how a payment from before a reload ended. */
  | { do: 'askPayment' }
  | { do: 'saveBilling'; values: BillingValues }
  | { do: 'saveWalletAddress'; address: WalletAddress }
  | { do: 'confirmCountry'; values: BillingValues }
  /** Loads the provider's client again, and finds out which wallets this device can pay with. */
  | { do: 'openProvider'; provider: number; country: string; wallets: readonly Wallet[] }
  | { do: 'tokenizeCard'; holder: string; due: Due }
  | { do: 'authorize'; wallet: Wallet; due: Due }
  | { do: 'loadReview' }
  | { do: 'applyCode'; code: string; codes: CodeLists }
  | { do: 'keepCodes'; codes: CodeLists }
  | { do: 'keepSeats'; payForCoparent: boolean }
  /** Asks the card's bank about the price that is about to be paid. */
  | { do: 'verifyCard'; card: SavedCard; due: Due }
  | { do: 'pay'; payment: Payment; order: Pick<Context, 'agreed' | 'country' | 'referral'> }
  /** Keeps the accepted payment; where the buyer paid in this tab it is announced and counted. */
  | { do: 'keepPaid'; answer: PaymentAnswer }
  | { do: 'trackMethod'; method: Method }
  | { do: 'trackCode'; kind: 'subscription' | 'coupon' }
  | { do: 'go'; to: 'credentials' | 'packages' | 'duplicate' };

export type EffectName = Effect['do'];
export type EffectOf<N extends EffectName> = Extract<Effect, { do: N }>;
