import type { Address, PaymentAnswer, Quote } from '@widget/client/types.js';
import type { BillingValues } from '@widget/screens/payment/billing.js';
import type { Places } from '@widget/screens/payment/places.js';

/** The address of every story. */
export const address: Address = { line1: '1 Market Street', line2: 'Apt 4', city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' };

export const blankBilling: BillingValues = {
  address: { line1: '', line2: '', city: '', country: 'US', region: '', postalCode: '' },
  timeZone: '',
  referral: { selection: '', other: '' },
};

export const billing: BillingValues = {
  address: { line1: '1 Market Street', line2: 'Apt 4', city: 'Philadelphia', country: 'US', region: 'PA', postalCode: '19103' },
  timeZone: 'America/New_York',
  referral: { selection: 'SEARCH_ENGINE', other: '' },
};

/** What there is to choose from, as the look-ups answer in the language of the story. */
export function placesOf(lang: string, zones: 'one' | 'two' | 'none' = 'one'): Places {
  const spanish = lang === 'es';
  const eastern = { id: 'America/New_York', name: spanish ? 'Hora del este (Nueva York)' : 'Eastern Time (New York)' };
  const central = { id: 'America/Chicago', name: spanish ? 'Hora central (Chicago)' : 'Central Time (Chicago)' };
  return {
    countries: [
      { code: 'CA', name: spanish ? 'Canadá' : 'Canada', phoneCountryCode: '+1' },
      { code: 'MX', name: spanish ? 'México' : 'Mexico', phoneCountryCode: '+52' },
      { code: 'GB', name: spanish ? 'Reino Unido' : 'United Kingdom', phoneCountryCode: '+44' },
      { code: 'US', name: spanish ? 'Estados Unidos' : 'United States', phoneCountryCode: '+1' },
    ],
    regions: [
      { code: 'FL', name: 'Florida' },
      { code: 'NY', name: spanish ? 'Nueva York' : 'New York' },
      { code: 'PA', name: spanish ? 'Pensilvania' : 'Pennsylvania' },
    ],
    timeZones: zones === 'none' ? undefined : zones === 'one' ? [eastern] : [eastern, central],
  };
}

export function referralsOf(lang: string) {
  return lang === 'es'
    ? [
        { value: 'SEARCH_ENGINE', label: 'Buscador de internet' },
        { value: 'COURT_ORDERED', label: 'Por orden judicial' },
        { value: 'OTHER', label: 'Otro' },
      ]
    : [
        { value: 'SEARCH_ENGINE', label: 'Search engine' },
        { value: 'COURT_ORDERED', label: 'Court order' },
        { value: 'OTHER', label: 'Other' },
      ];
}

/** A price as the server quotes it. */
export function quoteOf(lang: string, change: { coparent?: boolean; free?: boolean } = {}): Quote {
  const spanish = lang === 'es';
  const free = change.free ?? false;
  const pack = change.coparent ? '439.98' : '219.99';
  const discount = change.coparent ? '44.00' : '22.00';
  const after = change.coparent ? '395.98' : '197.99';
  const tax = free ? '0.00' : change.coparent ? '31.68' : '15.84';
  const total = free ? '0.00' : change.coparent ? '427.66' : '213.83';
  return {
    taxId: '01938f00-0000-7000-8000-000000000001',
    expiresAt: '2026-11-21T13:00:00Z',
    catalogVersion: 1,
    taxVersion: '2026-01',
    validationErrors: [],
    lines: [{ kind: 'package', description: 'Premium', amount: pack, amountFormatted: `$${pack}` }],
    finalPrice: total,
    payForCoParent: change.coparent ?? false,
    couponDetail: {
      couponCode: 'WELCOME10',
      description: spanish ? '10 % de descuento el primer año' : '10% off your first year',
      discount,
      discountFormatted: `$${discount}`,
    },
    paymentCodeDetails: free ? [{ code: '····-····-····-9XK2', amount: after, amountFormatted: `$${after}` }] : [],
    renewalPrice: '219.99',
    renewalPriceFormatted: '$219.99',
    taxIncluded: false,
    taxes: [
      {
        code: 'SALES_TAX',
        name: spanish ? 'Impuesto de Pensilvania' : 'Pennsylvania sales tax',
        rate: '8',
        amount: tax,
        amountFormatted: `$${tax}`,
        included: false,
      },
    ],
    taxesCalculated: true,
    terms: spanish
      ? `Al elegir «Pagar ahora», se cobrarán $${total} a su tarjeta. La suscripción se renueva automáticamente cada año por $219.99 más impuestos hasta que la cancele.`
      : `When you choose “Pay now”, your card is billed $${total}. The subscription renews automatically every year at $219.99 plus taxes until you cancel it.`,
    totals: {
      currencyCode: 'USD',
      selectedPackageTotal: pack,
      selectedPackageTotalFormatted: `$${pack}`,
      subTotal: pack,
      subTotalFormatted: `$${pack}`,
      subTotalAfterDiscount: after,
      subTotalAfterDiscountFormatted: `$${after}`,
      paymentCodeTotal: free ? after : '0.00',
      paymentCodeTotalFormatted: free ? `$${after}` : '$0.00',
      taxAmount: tax,
      taxAmountFormatted: `$${tax}`,
      total,
      totalFormatted: `$${total}`,
    },
    years: 1,
  };
}

/** A payment that went through. */
export function paidOf(
  lang: string,
  change: { coparent?: boolean; free?: boolean } = {},
): PaymentAnswer & { receipt: NonNullable<PaymentAnswer['receipt']> } {
  const { totals, couponDetail, paymentCodeDetails, taxes, payForCoParent } = quoteOf(lang, change);
  return {
    status: 'accepted',
    receipt: {
      receiptId: 'R-2026-004821',
      orderId: '01938f00-0000-7000-8000-000000000002',
      packageName: 'P0_PREMIUM_1Y',
      receiptText: lang === 'es' ? 'Suscripción Prémium por 1 año' : 'Premium subscription for 1 year',
      transactionDateTime: '2026-11-21T12:00:00Z',
      endsAt: '2027-11-21T12:00:00Z',
      renewsAt: '2027-11-21T12:00:00Z',
      totals,
      ...(couponDetail ? { couponDetail } : {}),
      paymentCodeDetails,
      taxes,
      payForCoParent,
      ...(change.free ? {} : { transactionId: 'k3v9x2tq', cardLastFour: '1111', paymentType: 'CREDIT_CARD' }),
    },
    registration: {
      parent: { userId: '01938f00-0000-7000-8000-000000000003', email: 'maya.ortiz@example.com', familyId: '01938f00-0000-7000-8000-000000000004' },
      coParent: { email: 'daniel.reyes@example.com' },
      order: { packageId: 2003 },
      promoCodes: [],
    },
  };
}
