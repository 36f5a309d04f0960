import type { Page, Route } from '@playwright/test';
import { providerSources } from '../src/rules/providerSources.js';
import { bankPage, cardinalScript, dispatchPage, framePage, venmoPage } from './braintreeFrame.js';

/*
 * The hosts of Braintree, PayPal and Apple, as far as our adapter uses them, for a browser that can't reach them. They return the
 * documented test nonces, so that our own server and its sandbox take the order from there.
 */

const api = 'https://api.sandbox.braintreegateway.com:443/merchants/m1/client_api';
const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

const configuration = {
  analytics: { url: 'https://client-analytics.sandbox.braintreegateway.com/m1' },
  applePayWeb: {
    countryCode: 'US',
    currencyCode: 'USD',
    merchantIdentifier: 'merchant.m1',
    supportedNetworks: ['visa', 'mastercard', 'amex', 'discover'],
  },
  assetsUrl: 'https://assets.braintreegateway.com',
  authUrl: 'https://auth.venmo.sandbox.braintreegateway.com',
  braintreeApi: { accessToken: 'sandbox_t', url: 'https://payments.sandbox.braintree-api.com' },
  challenges: ['cvv'],
  clientApiUrl: api,
  creditCards: { supportedCardTypes: ['Visa', 'MasterCard', 'American Express', 'Discover'], supportedGateways: [{ name: 'clientApi' }] },
  environment: 'sandbox',
  merchantId: 'm1',
  paypalEnabled: true,
  paypal: {
    displayName: 'Cojoin',
    clientId: 'client1',
    environment: 'offline',
    environmentNoNetwork: false,
    unvettedMerchant: false,
    billingAgreementsEnabled: true,
  },
  threeDSecureEnabled: true,
  threeDSecure: { cardinalAuthenticationJWT: 'jwt', cardinalSongbirdUrl: 'https://songbirdstag.cardinalcommerce.com/edge/v1/songbird.js' },
  payWithVenmo: { accessToken: 'access_token$sandbox$m1$v1', environment: 'sandbox', merchantId: 'v1', enrichedCustomerDataEnabled: true },
};

/** Extends the server's policy to admit the provider, in the server's own format. */
function letIn(policy: string): string {
  const { script, connect, frame, img, form } = providerSources;
  const added: Record<string, readonly string[]> = {
    'script-src': script,
    'connect-src': connect,
    'frame-src': frame,
    'img-src': img,
    'form-action': form,
  };
  return policy
    .split('; ')
    .map((part) => [part, ...(added[part.split(' ')[0] ?? ''] ?? [])].join(' '))
    .join('; ');
}

/** PayPal's script: it uses the requested name on window, and has its own button. */
const payPalScript = `
  const name = document.currentScript.dataset.namespace ?? 'paypal';
  window[name] = {
    FUNDING: { PAYPAL: 'paypal' },
    Buttons: (options) => ({
      render: async (place) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'PayPal’s own button';
        button.style.height = options.style.height + 'px';
        button.dataset.funding = options.fundingSource;
        button.addEventListener('click', async () => {
          const token = await options.createBillingAgreement();
          if (window.payPalCloses) options.onCancel();
          else await options.onApprove({ payerId: 'P1', billingToken: token });
        });
        place.append(button);
      },
      close: async () => {},
    }),
  };
`;

/** Returns the answers of Venmo's interface about its one order. */
function venmoAnswer(query: string, { scansVenmo }: Pick<Hosts, 'scansVenmo'>): unknown {
  const context = { id: 'venmo1', merchantId: 'v1', status: 'CREATED', createdAt: '2030-01-01T00:00:00Z', expiresAt: '2030-01-01T00:05:00Z' };
  if (query.includes('mutation CreateVenmoPaymentContext')) return { createVenmoPaymentContext: { venmoPaymentContext: context } };
  if (query.includes('mutation')) return { updateVenmoPaymentContextStatus: {} };
  const billingAddress = { addressLine1: '1 Main St', adminArea2: 'San Jose', adminArea1: 'CA', postalCode: '95131', countryCode: 'USA' };
  const payer = { paymentMethodId: 'fake-venmo-account-nonce', userName: 'payer', payerInfo: { userName: 'payer', billingAddress } };
  return { node: scansVenmo ? { ...payer, status: 'APPROVED' } : context };
}

/** The received requests to the hosts, by kind. */
export interface Requests {
  agreements: unknown[];
  lookups: unknown[];
  scripts: string[];
}

export interface Hosts {
  requests: Requests;
  /** If true, Venmo approves after a scan of its code. */
  scansVenmo: boolean;
  /** Makes a host unreachable, or reachable again. */
  block: (host: 'paypal' | 'fields' | 'fraud', isBlocked: boolean) => void;
}

/** Replaces the provider's hosts for the page, and makes our own server name Braintree as the provider. */
export async function serveBraintree(page: Page): Promise<Hosts> {
  const requests: Requests = { agreements: [], lookups: [], scripts: [] };
  const blocked = new Set<string>();
  const hosts: Hosts = { requests, scansVenmo: true, block: (host, isBlocked) => void (isBlocked ? blocked.add(host) : blocked.delete(host)) };
  const json = (route: Route, body: unknown) => route.fulfill({ headers: cors, contentType: 'application/json', body: JSON.stringify(body) });

  // Changes the policy of a page with the sandbox into that of a page with Braintree.
  await page.route(/\/app\/join/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const headers = answer.headers();
    await route.fulfill({ response: answer, headers: { ...headers, 'content-security-policy': letIn(headers['content-security-policy'] ?? '') } });
  });
  await page.route('**/v1/bootstrap*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { payment: object };
    await route.fulfill({ response: answer, json: { ...body, payment: { ...body.payment, provider: 'braintree' } } });
  });
  await page.route('**/client-token*', async (route) => {
    const answer = await route.fetch();
    const token = Buffer.from(
      JSON.stringify({ version: 2, environment: 'sandbox', configUrl: `${api}/v1/configuration`, authorizationFingerprint: 'f1' }),
    ).toString('base64');
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), clientToken: token } });
  });
  await page.route(/braintree-api\.com|client-analytics|braintreegateway\.com/, async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    if (hostname === 'assets.braintreegateway.com') {
      if (blocked.has('fields')) return route.abort();
      if (pathname.includes('dispatch-frame')) return route.fulfill({ contentType: 'text/html', body: dispatchPage });
      return route.fulfill({ contentType: 'text/html', body: pathname.includes('venmo') ? venmoPage : framePage });
    }
    if (pathname.endsWith('/graphql')) return json(route, { data: venmoAnswer((route.request().postDataJSON() as { query: string }).query, hosts) });
    if (pathname.endsWith('/three_d_secure/lookup')) {
      requests.lookups.push(route.request().postDataJSON());
      const unverified = { nonce: 'fake-valid-visa-nonce', type: 'CreditCard', details: {} };
      return json(route, {
        paymentMethod: unverified,
        threeDSecureInfo: { liabilityShifted: false, liabilityShiftPossible: true },
        lookup: { acsUrl: 'https://bank.example/acs', pareq: 'p1', transactionId: 't1', threeDSecureVersion: '2.2.0' },
      });
    }
    if (pathname.endsWith('/three_d_secure/authenticate_from_jwt')) {
      const isYes = (route.request().postDataJSON() as { jwt: string }).jwt.startsWith('Yes');
      return json(route, {
        paymentMethod: {
          nonce: isYes ? 'fake-three-d-secure-visa-full-authentication-nonce' : 'fake-valid-visa-nonce',
          type: 'CreditCard',
          details: {},
        },
        threeDSecureInfo: { liabilityShifted: isYes, liabilityShiftPossible: true },
      });
    }
    if (pathname.endsWith('/configuration')) return json(route, configuration);
    if (pathname.endsWith('/setup_billing_agreement')) {
      requests.agreements.push(route.request().postDataJSON());
      return json(route, { agreementSetup: { tokenId: 'BA-1', approvalUrl: 'https://www.paypal.com/agreements/approve?ba_token=BA-1' } });
    }
    if (pathname.endsWith('/paypal_accounts')) {
      const billingAddress = { line1: '1 Main St', city: 'San Jose', state: 'CA', postalCode: '95131', countryCode: 'US' };
      return json(route, {
        paypalAccounts: [
          {
            nonce: 'fake-paypal-billing-agreement-nonce',
            type: 'PayPalAccount',
            details: { payerInfo: { email: 'payer@example.com', billingAddress } },
          },
        ],
      });
    }
    if (pathname.endsWith('/apple_pay_web/sessions')) return json(route, { session: Buffer.from('{"merchant":"m1"}').toString('base64') });
    if (pathname.endsWith('/apple_payment_tokens'))
      return json(route, { applePayCards: [{ nonce: 'fake-apple-pay-visa-nonce', type: 'ApplePayCard', details: {} }] });
    return json(route, {});
  });
  await page.route('https://songbirdstag.cardinalcommerce.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: cardinalScript }),
  );
  await page.route('https://bank.example/**', (route) => route.fulfill({ contentType: 'text/html', body: bankPage }));
  await page.route('https://c.paypal.com/**', (route) =>
    blocked.has('fraud') ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.route('https://www.paypal.com/xoplatform/**', (route) => json(route, {}));
  await page.route('https://www.paypal.com/sdk/js*', async (route) => {
    if (blocked.has('paypal')) return route.abort();
    requests.scripts.push(new URL(route.request().url()).search);
    return route.fulfill({ contentType: 'text/javascript', body: payPalScript });
  });
  return hosts;
}

/**
 * Gives the browser Apple's interface, whose sheet approves immediately; `window.applePay` keeps its requests. As in Safari, a session can only be
 * created within the press itself: not after a timer, a call or the load of a script.
 */
export async function serveApplePay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isPress = false;
    for (const type of ['pointerup', 'click', 'keydown', 'keyup', 'touchend'])
      addEventListener(
        type,
        ({ isTrusted }) => {
          isPress = isTrusted;
          setTimeout(() => (isPress = false));
        },
        true,
      );
    class ApplePaySession {
      static STATUS_SUCCESS = 0;
      static STATUS_FAILURE = 1;
      static supportsVersion = (version: number) => version <= 3;
      static canMakePayments = () => true;
      onvalidatemerchant?: (event: object) => void;
      onpaymentauthorized?: (event: object) => void;
      constructor(
        readonly version: number,
        readonly request: object,
      ) {
        if (!isPress) throw new DOMException('Must create a new ApplePaySession from a user gesture handler.', 'InvalidAccessError');
        Object.assign(window, { applePay: { version, request } });
      }
      begin() {
        this.onvalidatemerchant?.({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' });
      }
      completeMerchantValidation() {
        const billingContact = {
          addressLines: ['1 Infinite Loop'],
          locality: 'Cupertino',
          administrativeArea: 'CA',
          postalCode: '95014',
          countryCode: 'US',
        };
        this.onpaymentauthorized?.({ payment: { token: { paymentData: {} }, billingContact } });
      }
      completePayment(status: number) {
        Object.assign(window, { applePayStatus: status });
      }
      abort() {}
    }
    Object.assign(window, { ApplePaySession });
  });
}
