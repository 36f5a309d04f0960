import type { ApplePay } from 'braintree-web/apple-pay';
import type { Client } from 'braintree-web/client';
import type { Venmo } from 'braintree-web/venmo';
import type { Purchase, WalletToken } from './port.js';
import { ProviderFailure } from './port.js';
import { fromApplePay, fromVenmo } from './walletAddress.js';

/** The part of Apple's own interface that we use. Browsers without it have no Apple Pay. */
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

/** A wallet that opens by a press of our button. Safari and others open it only within the press, so all slow work is done before. */
export interface PressedWallet {
  /** Reports whether this device can pay with it; loads its code. */
  canUse: () => Promise<boolean>;
  /** Opens it, synchronously. Resolves with undefined if the buyer closed it. */
  authorize: (purchase: Purchase) => Promise<WalletToken | undefined>;
  /** Returns the token that the wallet brought back to this page. */
  returned?: () => Promise<WalletToken | undefined>;
  destroy: () => Promise<void>;
}

const applePayVersion = 3;

function appleSession(): AppleSessionClass | undefined {
  return (globalThis as { ApplePaySession?: AppleSessionClass }).ApplePaySession;
}

function canUseApplePay(): boolean {
  const session = appleSession();
  // Apple's interface throws in a frame whose parents may not pay.
  try {
    return session !== undefined && session.supportsVersion(applePayVersion) && session.canMakePayments();
  } catch {
    return false;
  }
}

/** Apple Pay's sheet. An empty nonce is an error. */
export function applePay(client: Client): PressedWallet {
  let component: ApplePay | undefined;
  return {
    canUse: async () => {
      if (!canUseApplePay()) return false;
      const { create } = await import('braintree-web/apple-pay');
      component = await create({ client });
      return true;
    },
    authorize: (purchase) => {
      const Session = appleSession();
      if (!Session || !component) return Promise.reject(new ProviderFailure(new Error('no Apple Pay here')));
      return openSheet(component, Session, purchase);
    },
    destroy: () => Promise.resolve(),
  };
}

function openSheet(component: ApplePay, Session: AppleSessionClass, purchase: Purchase): Promise<WalletToken | undefined> {
  const request = component.createPaymentRequest({
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
      component.performValidation({ validationURL, displayName: purchase.product }).then(
        (merchant: unknown) => session.completeMerchantValidation(merchant),
        (cause: unknown) => {
          session.abort();
          fail(cause);
        },
      );
    };
    session.onpaymentauthorized = ({ payment }) => {
      component.tokenize({ token: payment.token }).then(
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

/** Venmo is offered if its application returns to this browser: to this tab, or to another one that takes the sign-up over. */
async function createVenmo(client: Client): Promise<Venmo> {
  const { create } = await import('braintree-web/venmo');
  const { payWithVenmo } = client.getConfiguration().gatewayConfiguration as { payWithVenmo?: { enrichedCustomerDataEnabled?: boolean } };
  const options = {
    client,
    allowNewBrowserTab: false,
    allowDesktop: true,
    paymentMethodUsage: 'multi_use' as const,
    // An error for merchant accounts without access to addresses. The library's types lack this option.
    collectCustomerBillingAddress: payWithVenmo?.enrichedCustomerDataEnabled === true,
  };
  return create(options);
}

export function venmo(client: Client): PressedWallet {
  let opening: Promise<Venmo> | undefined;
  let component: Venmo | undefined;
  let isGone = false;
  const leave = (opened: Venmo) =>
    new Promise<void>((resolve) => {
      opened.teardown(() => resolve());
    });
  const open = async (): Promise<Venmo> => {
    opening ??= createVenmo(client);
    const opened = await opening;
    if (isGone) await leave(opened);
    else component = opened;
    return opened;
  };
  const tokenize = async (opened: Venmo): Promise<WalletToken | undefined> => {
    try {
      const { nonce, details } = await opened.tokenize();
      if (!nonce) throw new Error('empty Venmo nonce');
      const { payerInfo } = details as { payerInfo?: { billingAddress?: Parameters<typeof fromVenmo>[0] } };
      return { nonce, account: details.username, address: fromVenmo(payerInfo?.billingAddress) };
    } catch (cause) {
      const { code } = (cause ?? {}) as { code?: string };
      if (code?.endsWith('_CANCELED')) return undefined;
      throw cause;
    }
  };
  return {
    canUse: async () => (await open()).isBrowserSupported(),
    authorize: () => (component ? tokenize(component) : Promise.reject(new ProviderFailure(new Error('Venmo is not there yet')))),
    returned: async () => {
      const opened = await open();
      return opened.hasTokenizationResult() ? tokenize(opened) : undefined;
    },
    destroy: async () => {
      isGone = true;
      if (component) await leave(component);
    },
  };
}
