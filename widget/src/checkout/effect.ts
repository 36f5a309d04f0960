import type { PaymentAnswer } from '../client/types.js';
import type { Wallet } from '../rules/index.js';
import type { BillingValues } from './billing.js';
import type { Purchase, WalletAddress } from './providers/port.js';
import type { CodeLists, Context, Method, Payment, SavedCard } from './state.js';

/** The amount to authorize or verify; the interpreter adds the product's name. */
export type Due = Omit<Purchase, 'product'>;

/** The machine's effects. The interpreter runs them, and dispatches their results. */
export type Effect =
  /** Looks up the outcome of a payment from before a reload. */
  | { do: 'fetchPayment' }
  | { do: 'saveBilling'; values: BillingValues }
  | { do: 'saveWalletAddress'; address: WalletAddress }
  | { do: 'confirmCountry'; values: BillingValues }
  /** Reloads the provider's client, and checks which wallets this device can pay with. */
  | { do: 'openProvider'; provider: number; country: string; wallets: readonly Wallet[] }
  | { do: 'tokenizeCard'; holder: string; due: Due }
  | { do: 'authorize'; wallet: Wallet; due: Due }
  | { do: 'loadReview' }
  | { do: 'applyCode'; code: string; codes: CodeLists }
  | { do: 'keepCodes'; codes: CodeLists }
  | { do: 'keepSeats'; payForCoparent: boolean }
  /** Asks the card's bank to verify the price before it is paid. */
  | { do: 'verifyCard'; card: SavedCard; due: Due }
  | { do: 'pay'; payment: Payment; order: Pick<Context, 'agreed' | 'country' | 'referral'> }
  /** Keeps the accepted payment. In the tab where the buyer paid, it is also announced and counted. */
  | { do: 'keepPaid'; answer: PaymentAnswer }
  | { do: 'trackMethod'; method: Method }
  | { do: 'trackCode'; kind: 'subscription' | 'coupon' }
  | { do: 'go'; to: 'credentials' | 'packages' | 'duplicate' };

export type EffectName = Effect['do'];
export type EffectOf<N extends EffectName> = Extract<Effect, { do: N }>;
