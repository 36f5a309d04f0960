import type { Bootstrap, PaymentAnswer, Quote } from '../client/types.js';
import { paymentMethods, walletCountries, wallets } from '../rules/index.js';
import { billingValues, type BillingValues } from './billing.js';
import type { Opening } from './event.js';

const countries: Bootstrap['payment']['walletCountries'] = walletCountries;

/** A price, as the server returns it. */
export function quote({ total = '106.00', validationErrors = [] as Quote['validationErrors'], codes = 0 } = {}): Quote {
  return {
    taxId: `quote-${total}`,
    lines: [],
    paymentCodeDetails: Array.from({ length: codes }, (_, i) => ({ code: `····-${i}`, amount: '10.00', amountFormatted: '$10.00' })),
    totals: { total, totalFormatted: `$${total}`, taxAmount: '6.00', taxAmountFormatted: '$6.00', currencyCode: 'USD' },
    taxesCalculated: true,
    terms: '',
    validationErrors,
  } as unknown as Quote;
}

export function values(country: string): BillingValues {
  const blank = billingValues(undefined);
  return { ...blank, address: { ...blank.address, line1: '1 Street', city: 'Town', region: 'R', postalCode: '1', country }, timeZone: 'UTC' };
}

export function opening(change: Partial<Opening> = {}): Opening {
  return {
    arm: 'control',
    quote: quote(),
    country: 'US',
    verified: ['GB'],
    offers: wallets.map((wallet) => ({ wallet, ...countries[paymentMethods[wallet].type] })),
    hiddenBrands: [],
    holder: 'Maya Ortiz',
    payForCoparent: false,
    referral: { selection: '', other: '' },
    key: undefined,
    billing: values('US'),
    codes: { promoCodes: [], paymentCodes: [] },
    ...change,
  };
}

export const answer: PaymentAnswer = { status: 'accepted', clickToJoinToken: 'token' };
