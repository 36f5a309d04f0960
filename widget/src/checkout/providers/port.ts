import type { Bootstrap, Registration } from '../../client/types.js';
import { cardBrands, type CardBrand, type Wallet } from '../../rules/index.js';
import type { HostedStyle } from '../../theme/index.js';

/** The card fields that live in the provider's frames. */
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

/** A card turned into a nonce; neither we nor the host page ever see its number. */
export interface CardToken {
  nonce: string;
  lastFour: string;
  /** E.g. `Visa`. */
  cardType: string;
  /** The first digits, where the provider tells them: 3-D Secure asks for them. */
  bin?: string | undefined;
  deviceData?: string | undefined;
}

/** Which billing countries' cards are verified by 3-D Secure, and which payments are sent with device data: the server says. */
export type CountryRules = Pick<Bootstrap['payment'], 'verifiedCountries' | 'deviceDataCountries'>;

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

/** The payer's known data: a bank compares them before it asks its customer. */
export type Payer = Partial<Pick<Registration, 'parent' | 'address'>>;

/** The purchase that a wallet or a card authorizes. */
export interface Purchase {
  /** Decimal, as the quote says. */
  amount: string;
  currency: string;
  /** ISO 3166-1 alpha-2 of the billing address. */
  country: string;
  product: string;
  payer?: Payer | undefined;
  /** Card brands that this package can't be paid for with. */
  hiddenBrands?: readonly CardBrand[] | undefined;
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** The brand among those left out that a card is of, however the provider spells it. */
export function hiddenBrandOf(cardType: string | undefined, hidden: readonly CardBrand[]): CardBrand | undefined {
  const spelled = lettersOf(cardType ?? '');
  return hidden.find((brand) => spelled === brand || spelled === lettersOf(cardBrands[brand].name));
}

export interface CardFormOptions {
  /** Empty elements that the frames are put into. */
  places: Readonly<Record<CardField, HTMLElement>>;
  /** Names of the frames; `challenge` is the bank's question, `close` ends it. */
  labels: Readonly<Record<CardField | 'challenge' | 'close', string>>;
  style: HostedStyle;
  lang: string;
  /** Ends the wait for fields that nobody wants any more. */
  signal?: AbortSignal | undefined;
  onChange: (field: CardField, state: CardFieldState, cardType: string | undefined) => void;
  /** Enter was pressed in a field. */
  onEnter: () => void;
}

/** A wallet's own button, where it opens by nothing else. */
export interface WalletButtonOptions {
  /** Empty element that the button is put into. */
  place: HTMLElement;
  purchase: Purchase;
  /** The page's CSP nonce, for the wallet's script. */
  nonce?: string | undefined;
  /** Ends the wait for a button that nobody wants any more. */
  signal: AbortSignal;
  /** Undefined where the person closed the wallet. */
  onToken: (token: WalletToken | undefined) => void;
  /** The wallet failed after its button was there. */
  onFailure: () => void;
}

export interface CardForm {
  focus: (field: CardField) => void;
  restyle: (style: HostedStyle) => void;
  /** Turns what was typed into a nonce. Rejects with {@link CardRefused} where fields are at fault, {@link ProviderFailure} otherwise. */
  tokenize: (cardholderName: string, purchase: Purchase) => Promise<CardToken>;
  /**
   * Asks the card's bank about this purchase (3-D Secure); it may ask its customer. Resolves with a nonce that is good for this price alone. Rejects with
   * {@link CardUnconfirmed} where the bank or the person said no, {@link ProviderFailure} otherwise.
   */
  verify: (token: CardToken, purchase: Purchase) => Promise<string>;
  /** Takes the frames and every listener away. A second call does nothing. */
  destroy: () => void;
}

/** The payment provider's client, whichever it is. */
export interface PaymentProvider {
  /** Puts the card fields into their places; resolves when all can be typed into. Rejects with {@link ProviderFailure} where a script is blocked or slow. */
  cardForm: (options: CardFormOptions) => Promise<CardForm>;
  /** Reports whether this browser and device can pay with the wallet without leaving the page. Loads its code. */
  canUse: (wallet: Wallet) => Promise<boolean>;
  /**
   * Opens the wallet, synchronously: browsers allow it only within a press. {@link canUse} has prepared it. Resolves with undefined when the person closed it.
   * Rejects with {@link ProviderFailure}.
   */
  authorize: (wallet: Wallet, purchase: Purchase) => Promise<WalletToken | undefined>;
  /** The token of a wallet, if the person approved it in an application that then opened the page again. */
  returned: (wallet: Wallet) => Promise<WalletToken | undefined>;
  /** Wallets that are opened by a button of their own, not by {@link authorize}. */
  ownButtons: readonly Wallet[];
  /** Puts the wallet's own button into its place; answers how to take it away. Rejects with {@link ProviderFailure} where its script is blocked or slow. */
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

/** The bank, or the service it asked, didn't confirm the card's holder. Nothing is charged; another try or another card may be. */
export class CardUnconfirmed extends Error {
  constructor() {
    super("the card's holder was not confirmed");
    this.name = 'CardUnconfirmed';
  }
}

/** The provider can't be reached, or failed in a way that isn't the person's. */
export class ProviderFailure extends Error {
  constructor(cause?: unknown) {
    super('payment provider failed', { cause });
    this.name = 'ProviderFailure';
  }
}

/** The message of a wrong card field, by its code. */
export const cardFaults: Readonly<Record<CardField, string>> = {
  number: 'card_number_invalid',
  expirationDate: 'card_expiration_invalid',
  cvv: 'card_cvv_invalid',
};

/** The message about a card field, by its code; undefined while nothing is wrong with it (yet). */
export function cardFieldFault(field: CardField, state: CardFieldState, isRefused: boolean): string | undefined {
  const isWrong = isRefused || !state.isPotentiallyValid || (!state.isValid && state.isTouched && !state.isFocused);
  return isWrong ? cardFaults[field] : undefined;
}
