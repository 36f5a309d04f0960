// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

/** The payment methods, in the order in which they are shown. A package hides a method by its `packageFlag`. */
export const paymentMethods = {
  creditCard: {
    type: 'CREDIT_CARD',
    isWallet: false,
    name: 'payment_card',
    failure: undefined,
    experiment: undefined,
    packageFlag: undefined,
    stays: false,
  },
  paypal: {
    type: 'PAYPAL',
    isWallet: true,
    name: 'payment_paypal',
    failure: 'paypalInitError',
    experiment: 'paypalInJoin',
    packageFlag: 'hidePayPal',
    stays: false,
  },
  venmo: {
    type: 'VENMO',
    isWallet: true,
    name: 'payment_venmo',
    failure: undefined,
    experiment: 'grow365Venmo',
    packageFlag: 'hideVenmo',
    stays: false,
  },
  applePay: {
    type: 'APPLE_PAY',
    isWallet: true,
    name: 'payment_applepay',
    failure: undefined,
    experiment: 'grow835ApplePay',
    packageFlag: 'hideApplePay',
    stays: true,
  },
} as const;

/** The methods that are authorized with an account or a device. A card is typed in. */
export const wallets = ['paypal', 'venmo', 'applePay'] as const;
export type Wallet = (typeof wallets)[number];

/** Where a payment type isn't offered everywhere, as the server's start-up data has it; the fake server answers with it. */
export const walletCountries = {
  PAYPAL: { except: ['GB'] },
  VENMO: { only: ['US'] },
};

/** The card brands that a package can refuse. Their names are the same in every language. */
export const cardBrands = {
  amex: { name: 'American Express', packageFlag: 'hideAmex' },
  discover: { name: 'Discover', packageFlag: 'hideDiscover' },
} as const;

export type CardBrand = keyof typeof cardBrands;
