import type { Bootstrap } from '../client/types.js';
import { ProviderFailure, type PaymentProvider } from './port.js';

/** How long a provider's scripts and frames may take before the person is offered another way. */
export const providerPatienceMs = 15_000;

/**
 * Loads the payment provider's client: Braintree's, or the sandbox's where the server says so. `clientToken` is asked for when it is needed.
 * Rejects with {@link ProviderFailure}.
 */
export async function loadProvider(payment: Bootstrap['payment'], clientToken: () => Promise<string>): Promise<PaymentProvider> {
  try {
    if (payment.provider === 'sandbox') {
      const { createSandboxProvider } = await import('./sandbox.js');
      return createSandboxProvider(payment.sandboxUrl ?? '', clientToken);
    }
    const { createBraintreeProvider } = await import('./braintree.js');
    return createBraintreeProvider(clientToken);
  } catch (cause) {
    throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
  }
}

/** Rejects with {@link ProviderFailure} when the work takes too long. */
export async function withPatience<T>(work: Promise<T>, ms: number = providerPatienceMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailure(new Error('timed out'))), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
