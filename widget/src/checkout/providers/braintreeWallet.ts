import type { Client } from 'braintree-web/client';
import type { Purchase, WalletToken } from './port.js';
import { ProviderFailure } from './port.js';
import { fromApplePay, fromVenmo } from './walletAddress.js';

/** The part of Apple's own interface that is used; browsers without it have no Apple Pay. */
interface AppleSession {
  onvalidatemerchant: (event: { validationURL: string }) => void;
  onpaymentauthorized: (event: { payment: { token: unknown; billingContact?: Parameters<typeof fromApplePay>[0] } }) => void;
  oncancel: () => void;
  begin: () => void;
  abort: () => void;
  completeMerchantValidation: (session: unknown) => void;
  completePayment: (status: number) => void;
}
interface AppleSessionClass {
  new (version: number, request: unknown): AppleSession;
  canMakePayments: () => boolean;
  supportsVersion: (version: number) => boolean;
  STATUS_SUCCESS: number;
  STATUS_FAILURE: number;
}

const applePayVersion = 3;

function appleSession(): AppleSessionClass | undefined {
  return (globalThis as { ApplePaySession?: AppleSessionClass }).ApplePaySession;
}

export function canUseApplePay(): boolean {
  const session = appleSession();
  // Apple's interface throws in a frame whose parents aren't allowed to pay.
  try {
    return session !== undefined && session.supportsVersion(applePayVersion) && session.canMakePayments();
  } catch {
    return false;
  }
}

/** Apple Pay's sheet. An empty nonce is an error. */
export async function authorizeApplePay(client: Client, purchase: Purchase): Promise<WalletToken | undefined> {
  const Session = appleSession();
  if (!Session) throw new ProviderFailure(new Error('no Apple Pay here'));
  const { create } = await import('braintree-web/apple-pay');
  const applePay = await create({ client });
  const request = applePay.createPaymentRequest({
    total: { label: purchase.product, amount: purchase.amount },
    countryCode: purchase.country,
    currencyCode: purchase.currency,
    supportedNetworks: ['visa', 'masterCard', 'amex', 'discover'].filter((brand) => !purchase.hiddenBrands?.some((hidden) => hidden === brand)),
    merchantCapabilities: ['supports3DS'],
    requiredBillingContactFields: ['postalAddress'],
  });
  return new Promise((resolve, reject) => {
    const session = new Session(applePayVersion, request);
    const fail = (cause: unknown) => reject(new ProviderFailure(cause));
    session.onvalidatemerchant = ({ validationURL }) => {
      applePay.performValidation({ validationURL, displayName: purchase.product }).then(
        (merchant: unknown) => session.completeMerchantValidation(merchant),
        (cause: unknown) => {
          session.abort();
          fail(cause);
        },
      );
    };
    session.onpaymentauthorized = ({ payment }) => {
      applePay.tokenize({ token: payment.token }).then(
        ({ nonce }) => {
          session.completePayment(nonce ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE);
          if (nonce) resolve({ nonce, address: fromApplePay(payment.billingContact) });
          else fail(new Error('empty Apple Pay nonce'));
        },
        (cause: unknown) => {
          session.completePayment(Session.STATUS_FAILURE);
          fail(cause);
        },
      );
    };
    session.oncancel = () => resolve(undefined);
    session.begin();
  });
}

/** Venmo comes back to this very tab, or isn't offered: another tab would know nothing of the sign-up. */
async function openVenmo(client: Client) {
  const { create } = await import('braintree-web/venmo');
  const { payWithVenmo } = client.getConfiguration().gatewayConfiguration as { payWithVenmo?: { enrichedCustomerDataEnabled?: boolean } };
  const options = {
    client,
    allowNewBrowserTab: false,
    allowDesktop: true,
    paymentMethodUsage: 'multi_use' as const,
    // Asking where the merchant's account may not know addresses is an error; the library's types don't know the option.
    collectCustomerBillingAddress: payWithVenmo?.enrichedCustomerDataEnabled === true,
  };
  return create(options);
}

export async function canUseVenmo(client: Client): Promise<boolean> {
  const venmo = await openVenmo(client);
  const can = venmo.isBrowserSupported();
  await venmo.teardown();
  return can;
}

export async function authorizeVenmo(client: Client): Promise<WalletToken | undefined> {
  const venmo = await openVenmo(client);
  try {
    const { nonce, details } = await venmo.tokenize();
    const { payerInfo } = details as { payerInfo?: { billingAddress?: Parameters<typeof fromVenmo>[0] } };
    return { nonce, account: details.username, address: fromVenmo(payerInfo?.billingAddress) };
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: string };
    if (code === 'VENMO_CANCELED' || code === 'VENMO_DESKTOP_CANCELED') return undefined;
    throw cause;
  } finally {
    await venmo.teardown();
  }
}
