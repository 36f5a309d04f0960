import type { Client } from 'braintree-web/client';
import type { PayPalCheckout } from 'braintree-web/paypal-checkout';
import { withPatience } from './patience.js';
import { ProviderFailure, type WalletButtonOptions } from './port.js';
import { fromPayPal } from './walletAddress.js';

interface Approval {
  payerId: string;
  billingToken?: string;
}

/** The part of PayPal's own script that we use. */
interface PayPalScript {
  FUNDING: { PAYPAL: string };
  Buttons: (options: {
    fundingSource: string;
    style: { height: number };
    createBillingAgreement: () => Promise<string>;
    onApprove: (approval: Approval) => Promise<void>;
    onCancel: () => void;
    onError: (cause: unknown) => void;
  }) => PayPalButton;
}

interface PayPalButton {
  render: (place: HTMLElement) => Promise<void>;
  close: () => Promise<void>;
}

interface PayPalPayload {
  nonce: string;
  details?: { email?: string; billingAddress?: Parameters<typeof fromPayPal>[0]; shippingAddress?: Parameters<typeof fromPayPal>[0] };
}

/** Name of PayPal's script on window: the host may have its own under the usual name. */
const scriptName = 'cojoinPayPal';

/** In pixels, as specified. */
const buttonHeight = 45;

/** PayPal's own button, in the vault flow: the buyer authorizes an agreement, and the order and its renewals are charged by it. */
export async function openPayPalButton(client: Client, options: WalletButtonOptions): Promise<() => void> {
  const { place, purchase, nonce, signal, onToken, onFailure } = options;
  const { create } = await import('braintree-web/paypal-checkout');
  const leave = (opened: PayPalCheckout) => void opened.teardown(() => undefined);
  const checkout = await withPatience(create({ client }), { signal, discard: leave });
  let button: PayPalButton | undefined;
  const forgetScript = () => Reflect.deleteProperty(globalThis, scriptName);
  const removeButton = () => {
    button?.close().catch(() => undefined);
    place.replaceChildren();
  };
  const close = () => {
    removeButton();
    leave(checkout);
    forgetScript();
  };
  try {
    await withPatience(
      loaded(
        checkout.loadPayPalSDK({
          vault: true,
          components: 'buttons',
          currency: purchase.currency,
          intent: 'tokenize',
          dataAttributes: { namespace: scriptName, ...(nonce ? { 'csp-nonce': nonce } : {}) } as Record<string, string>,
        }),
      ),
      { signal, discard: forgetScript },
    );
    const script = (globalThis as { [scriptName]?: PayPalScript })[scriptName];
    if (!script) throw new ProviderFailure(new Error('PayPal brought no script'));
    button = script.Buttons({
      fundingSource: script.FUNDING.PAYPAL,
      style: { height: buttonHeight },
      createBillingAgreement: () =>
        checkout.createPayment({
          flow: 'vault' as paypal.FlowType,
          currency: purchase.currency,
          amount: purchase.amount,
          displayName: purchase.product,
        }),
      onApprove: async (approval) => {
        const { nonce: given, details } = (await checkout.tokenizePayment({ ...approval, vault: true })) as unknown as PayPalPayload;
        onToken({ nonce: given, account: details?.email, address: fromPayPal(details?.billingAddress ?? details?.shippingAddress) });
      },
      onCancel: () => onToken(undefined),
      onError: onFailure,
    });
    await withPatience(button.render(place), { signal, discard: removeButton });
    return close;
  } catch (cause) {
    close();
    throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
  }
}

/** Rejects if PayPal's script can't be loaded: Braintree's client doesn't report that. */
async function loaded<T>(load: Promise<T>): Promise<T> {
  let onError: ((event: Event) => void) | undefined;
  const failed = new Promise<never>((_, reject) => {
    onError = ({ target }) => {
      if (target instanceof HTMLScriptElement && target.dataset['namespace'] === scriptName)
        reject(new ProviderFailure(new Error('PayPal is blocked')));
    };
    document.addEventListener('error', onError, true);
  });
  try {
    return await Promise.race([load, failed]);
  } finally {
    if (onError) document.removeEventListener('error', onError, true);
  }
}
