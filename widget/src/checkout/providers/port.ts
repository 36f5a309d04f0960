import type { Bootstrap, Registration } from '../../client/types.js';
import { cardBrands, type CardBrand, type Wallet } from '../../rules/index.js';
import type { HostedStyle } from '../../theme/index.js';

/** The card fields in the provider's frames. */
export const cardFields = ['number', 'expirationDate', 'cvv'] as const;
export type CardField = (typeof cardFields)[number];

/** The state of a card field. */
export interface CardFieldState {
  /** The input may still become valid. */
  isPotentiallyValid: boolean;
  isValid: boolean;
  isFocused: boolean;
  /** The field was left at least once. */
  isTouched: boolean;
}

export const emptyField: CardFieldState = { isPotentiallyValid: true, isValid: false, isFocused: false, isTouched: false };

/** A card turned into a nonce. Neither we nor the host page ever see its number. */
export interface CardToken {
  nonce: string;
  lastFour: string;
  /** E.g. `Visa`. */
  cardType: string;
  /** The first digits, if the provider returns them: 3-D Secure needs them. */
  bin?: string | undefined;
  deviceData?: string | undefined;
}

/** Billing countries, as listed by the server: 3-D Secure verifies the cards of the first list, and device data go with payments of the second. */
export type CountryRules = Pick<Bootstrap['payment'], 'verifiedCountries' | 'deviceDataCountries'>;

/** An address from a wallet, in our own fields. */
export interface WalletAddress {
  line1: string;
  line2?: string | undefined;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

/** A wallet's authorization. */
export interface WalletToken {
  nonce: string;
  /** Venmo's user name or the PayPal account: shows the buyer which account will pay. */
  account?: string | undefined;
  address?: WalletAddress | undefined;
  deviceData?: string | undefined;
}

/** The payer's known data: a bank compares them before it asks its customer. */
export type Payer = Partial<Pick<Registration, 'parent' | 'address'>>;

/** The purchase that a wallet or a card authorizes. */
export interface Purchase {
  /** Decimal, as in the quote. */
  amount: string;
  currency: string;
  /** ISO 3166-1 alpha-2 of the billing address. */
  country: string;
  product: string;
  payer?: Payer | undefined;
  /** Card brands that this package doesn't accept. */
  hiddenBrands?: readonly CardBrand[] | undefined;
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Returns the hidden brand that a card belongs to, no matter how the provider spells the brand. */
export function hiddenBrandOf(cardType: string | undefined, hidden: readonly CardBrand[]): CardBrand | undefined {
  const spelled = lettersOf(cardType ?? '');
  return hidden.find((brand) => spelled === brand || spelled === lettersOf(cardBrands[brand].name));
}

export interface CardFormOptions {
  /** Empty elements for the frames. */
  places: Readonly<Record<CardField, HTMLElement>>;
  /** Names of the frames. `challenge` is the bank's question, `close` its button. */
  labels: Readonly<Record<CardField | 'challenge' | 'close', string>>;
  style: HostedStyle;
  lang: string;
  /** Ends the wait for unwanted fields. */
  signal?: AbortSignal | undefined;
  onChange: (field: CardField, state: CardFieldState, cardType: string | undefined) => void;
  /** Enter was pressed in a field. */
  onEnter: () => void;
}

/** A wallet's own button, for wallets that open only by it. */
export interface WalletButtonOptions {
  /** Empty element for the button. */
  place: HTMLElement;
  purchase: Purchase;
  /** The page's CSP nonce, for the wallet's script. */
  nonce?: string | undefined;
  /** Ends the wait for an unwanted button. */
  signal: AbortSignal;
  /** Undefined if the buyer closed the wallet. */
  onToken: (token: WalletToken | undefined) => void;
  /** The wallet failed after its button was shown. */
  onFailure: () => void;
}

export interface CardForm {
  focus: (field: CardField) => void;
  restyle: (style: HostedStyle) => void;
  /** Turns the input into a nonce. Rejects with {@link CardRefused} if fields are at fault, {@link ProviderFailure} otherwise. */
  tokenize: (cardholderName: string, purchase: Purchase) => Promise<CardToken>;
  /**
   * Asks the card's bank to verify this purchase (3-D Secure); the bank may ask its customer. Resolves with a nonce for this price only. Rejects with
   * {@link CardUnconfirmed} if the bank or the buyer refused, {@link ProviderFailure} otherwise.
   */
  verify: (token: CardToken, purchase: Purchase) => Promise<string>;
  /** Removes the frames and every listener. A second call does nothing. */
  destroy: () => void;
}

/** The client of any payment provider. */
export interface PaymentProvider {
  /** Puts the card fields into their places; resolves when all accept input. Rejects with {@link ProviderFailure} if a script is blocked or slow. */
  cardForm: (options: CardFormOptions) => Promise<CardForm>;
  /** Reports whether this browser and device can pay with the wallet on this page. Loads its code. */
  canUse: (wallet: Wallet) => Promise<boolean>;
  /**
   * Opens the wallet, synchronously: browsers allow it only within a press. Call {@link canUse} first. Resolves with undefined if the buyer closed it.
   * Rejects with {@link ProviderFailure}.
   */
  authorize: (wallet: Wallet, purchase: Purchase) => Promise<WalletToken | undefined>;
  /** Returns the token of a wallet that was approved in an application, which then reopened the page. */
  returned: (wallet: Wallet) => Promise<WalletToken | undefined>;
  /** Wallets that open by their own button, not by {@link authorize}. */
  ownButtons: readonly Wallet[];
  /** Puts the wallet's own button into its place; resolves with its removal. Rejects with {@link ProviderFailure} if a script is blocked or slow. */
  openButton: (wallet: Wallet, options: WalletButtonOptions) => Promise<() => void>;
  destroy: () => void;
}

/** Card fields are missing or wrong. */
export class CardRefused extends Error {
  constructor(readonly fields: readonly CardField[]) {
    super(`card fields at fault: ${fields.join(', ')}`);
    this.name = 'CardRefused';
  }
}

/** The bank, or its service, didn't confirm the cardholder. Nothing is charged; another try or another card may work. */
export class CardUnconfirmed extends Error {
  constructor() {
    super("the card's holder was not confirmed");
    this.name = 'CardUnconfirmed';
  }
}

/** The provider can't be reached, or failed through no fault of the buyer. */
export class ProviderFailure extends Error {
  constructor(cause?: unknown) {
    super('payment provider failed', { cause });
    this.name = 'ProviderFailure';
  }
}

/** The message codes of wrong card fields. */
export const cardFaults: Readonly<Record<CardField, string>> = {
  number: 'card_number_invalid',
  expirationDate: 'card_expiration_invalid',
  cvv: 'card_cvv_invalid',
};

/** Returns the message code for a card field; undefined while it isn't wrong (yet). */
export function cardFieldFault(field: CardField, state: CardFieldState, isRefused: boolean): string | undefined {
  const isWrong = isRefused || !state.isPotentiallyValid || (!state.isValid && state.isTouched && !state.isFocused);
  return isWrong ? cardFaults[field] : undefined;
}
