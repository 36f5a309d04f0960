import type { HostedStyle } from '../theme/index.js';

/** The card fields that live in the provider's frames. */
export const cardFields = ['number', 'expirationDate', 'cvv'] as const;
export type CardField = (typeof cardFields)[number];

/** How a card field stands. */
export interface CardFieldState {
  isEmpty: boolean;
  /** What is typed may still become valid. */
  isPotentiallyValid: boolean;
  isValid: boolean;
  isFocused: boolean;
  /** The field was left at least once. */
  isTouched: boolean;
}

export const emptyField: CardFieldState = { isEmpty: true, isPotentiallyValid: true, isValid: false, isFocused: false, isTouched: false };

/** A card turned into a nonce; neither we nor the host page ever see its number. */
export interface CardToken {
  nonce: string;
  lastFour: string;
  /** E.g. `Visa`. */
  cardType: string;
  deviceData?: string | undefined;
}

/** Countries whose card payments are sent with device data and verified by 3-D Secure. */
export const verifiedCountries: ReadonlySet<string> = new Set(['GB', 'GG', 'JE', 'IM']);

/** Wallets, by the names that the client uses. */
export const wallets = ['paypal', 'venmo', 'applePay'] as const;
export type Wallet = (typeof wallets)[number];

/** An address as a wallet gave it, in our own fields. */
export interface WalletAddress {
  line1: string;
  line2?: string | undefined;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

/** A wallet's authorisation. */
export interface WalletToken {
  nonce: string;
  /** Venmo's user name, the PayPal account: what tells the person which account it is. */
  account?: string | undefined;
  address?: WalletAddress | undefined;
  deviceData?: string | undefined;
}

/** What a wallet or a card is authorised for. */
export interface Purchase {
  /** Decimal, as the quote says. */
  amount: string;
  currency: string;
  /** ISO 3166-1 alpha-2 of the billing address. */
  country: string;
  product: string;
}

export interface CardFormOptions {
  /** Empty elements that the frames are put into. */
  places: Readonly<Record<CardField, HTMLElement>>;
  labels: Readonly<Record<CardField, string>>;
  style: HostedStyle;
  lang: string;
  /** Ends the wait for fields that nobody wants any more. */
  signal?: AbortSignal | undefined;
  onChange: (field: CardField, state: CardFieldState, cardType: string | undefined) => void;
}

export interface CardForm {
  focus: (field: CardField) => void;
  restyle: (style: HostedStyle) => void;
  /** Turns what was typed into a nonce. Rejects with {@link CardRefused} where fields are at fault, {@link ProviderFailure} otherwise. */
  tokenize: (cardholderName: string, purchase: Purchase) => Promise<CardToken>;
  /** Takes the frames and every listener away. A second call does nothing. */
  destroy: () => void;
}

/** The payment provider's client, whichever it is. */
export interface PaymentProvider {
  /** Puts the card fields into their places; resolves when all can be typed into. Rejects with {@link ProviderFailure} where a script is blocked or slow. */
  cardForm: (options: CardFormOptions) => Promise<CardForm>;
  /** Whether this browser and device can pay with the wallet without leaving the page. */
  canUse: (wallet: Wallet) => Promise<boolean>;
  /**
   * Opens the wallet. Resolves with undefined when the person closed it. Has to be called from a press.
   * Rejects with {@link ProviderFailure}.
   */
  authorize: (wallet: Wallet, purchase: Purchase) => Promise<WalletToken | undefined>;
  destroy: () => void;
}

/** Card fields are missing or wrong. */
export class CardRefused extends Error {
  constructor(readonly fields: readonly CardField[]) {
    super(`card fields at fault: ${fields.join(', ')}`);
    this.name = 'CardRefused';
  }
}

/** The provider can't be reached, or failed in a way that isn't the person's. */
export class ProviderFailure extends Error {
  constructor(cause?: unknown) {
    super('payment provider failed', { cause });
    this.name = 'ProviderFailure';
  }
}

/** The message about a card field, by its code; undefined while nothing is wrong with it (yet). */
export function cardFieldFault(field: CardField, state: CardFieldState, isAsked: boolean): string | undefined {
  const isWrong = !state.isPotentiallyValid || (!state.isValid && ((state.isTouched && !state.isFocused && !state.isEmpty) || isAsked));
  if (!isWrong) return undefined;
  return { number: 'card_number_invalid', expirationDate: 'card_expiration_invalid', cvv: 'card_cvv_invalid' }[field];
}
