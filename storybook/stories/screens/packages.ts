import type { Package, PackageList } from '@widget/client/types.js';

const texts = {
  en: {
    essential: 'Essential',
    premium: 'Premium',
    custom: 'Build your own',
    basic: ['Shared calendar', 'Messages', 'Expense log', '1 GB file storage', 'Basic calls'],
    full: ['Shared calendar', 'Messages', 'Expense log', '20 GB file storage', 'Tone check for messages', 'Unlimited payments', 'Recorded calls'],
    offer: 'Spring offer',
  },
  es: {
    essential: 'Esencial',
    premium: 'Premium',
    custom: 'Arme el suyo',
    basic: ['Calendario compartido', 'Mensajes', 'Registro de gastos', '1 GB para archivos', 'Llamadas básicas'],
    full: [
      'Calendario compartido',
      'Mensajes',
      'Registro de gastos',
      '20 GB para archivos',
      'Revisión del tono de los mensajes',
      'Pagos ilimitados',
      'Llamadas grabadas',
    ],
    offer: 'Oferta de primavera',
  },
};

/** A price list as the server sends it, in the language of the story. */
export function packageList(lang: string, change: { offer?: boolean; includesTax?: boolean; endsAt?: string } = {}): PackageList {
  const text = lang === 'es' ? texts.es : texts.en;
  const pack = (id: number, name: string, years: number, displayName: string, price: string, features: string[], buildYourOwn = false): Package => ({
    id,
    packageName: name,
    subDurationInYears: years,
    displayName,
    receiptText: displayName,
    buildYourOwn,
    totalPrice: price,
    totalPriceFormatted: change.includesTax ? `£${price}` : `$${price}`,
    currencyCode: change.includesTax ? 'GBP' : 'USD',
    currencySymbol: change.includesTax ? '£' : '$',
    vatAmount: '0.00',
    vatAmountFormatted: '$0.00',
    analyticsPackage: name,
    features,
    taxIncluded: change.includesTax ?? false,
    ...(change.includesTax ? { taxLabel: lang === 'es' ? 'IVA' : 'VAT' } : {}),
    ...(change.offer && !buildYourOwn
      ? {
          offer: {
            couponCode: 'SPRING20',
            description: text.offer,
            percentOff: 20,
            discountedFormatted: `$${(Math.round(Number(price) * 80) / 100).toFixed(2)}`,
            endsAt: '2026-12-31T23:59:59Z',
          },
        }
      : {}),
  });
  return {
    catalogVersion: 1,
    currencyCode: 'USD',
    pricingGroupName: 'P0',
    customOptions: [],
    ...(change.endsAt ? { offerEndsAt: change.endsAt } : {}),
    packages: [
      pack(2001, 'P0_ESSENTIAL_1Y', 1, text.essential, '149.99', text.basic),
      pack(2002, 'P0_ESSENTIAL_2Y', 2, text.essential, '269.98', text.basic),
      pack(2003, 'P0_PREMIUM_1Y', 1, text.premium, '219.99', text.full),
      pack(2004, 'P0_PREMIUM_2Y', 2, text.premium, '395.98', text.full),
      pack(2009, 'P0_CUSTOM', 1, text.custom, '0.00', [], true),
    ],
  };
}
