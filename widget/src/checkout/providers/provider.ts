import type { Bootstrap } from '../../client/types.js';
import { ProviderFailure, type PaymentProvider } from './port.js';

/**
 * Loads the payment provider's client: Braintree's, or the sandbox's if the server asks for that. `clientToken` is called when a token is needed.
 * `country` is the payer's country as far as it is known. Rejects with {@link ProviderFailure}.
 */
export async function loadProvider(payment: Bootstrap['payment'], clientToken: () => Promise<string>, country: string): Promise<PaymentProvider> {
  try {
    if (payment.provider === 'sandbox') {
      const { createSandboxProvider } = await import('./sandbox.js');
      return createSandboxProvider(payment, clientToken);
    }
    const { createBraintreeProvider } = await import('./braintree.js');
    return createBraintreeProvider(payment, clientToken, country);
  } catch (cause) {
    throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
  }
}
