import { create as createClient, type Client } from 'braintree-web/client';
import { create as createDataCollector } from 'braintree-web/data-collector';
import { openBraintreeCard } from './braintreeCard.js';
import { authorizeApplePay, authorizeVenmo, canUseApplePay, canUseVenmo } from './braintreeWallet.js';
import { openPayPalButton } from './braintreePayPal.js';
import { ProviderFailure, type CardForm, type CountryRules, type PaymentProvider } from './port.js';
import { withPatience } from './patience.js';

/** Braintree's own client: components of braintree-web, each loaded when it is used. */
export async function createBraintreeProvider(rules: CountryRules, clientToken: () => Promise<string>): Promise<PaymentProvider> {
  const client: Client = await withPatience(clientToken().then((authorization) => createClient({ authorization })));
  const forms = new Set<CardForm>();
  const deviceData = async (country: string): Promise<string | undefined> => {
    if (!rules.deviceDataCountries.includes(country)) return undefined;
    const collector = await createDataCollector({ client, paypal: true });
    return collector.deviceData;
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
    }
  };
  return {
    cardForm: async (options) => {
      const form = await openBraintreeCard(client, options, (country) => rules.verifiedCountries.includes(country), deviceData);
      forms.add(form);
      return form;
    },
    canUse: async (wallet) => {
      if (wallet === 'applePay') return canUseApplePay();
      if (wallet === 'venmo') return canUseVenmo(client);
      return true;
    },
    authorize: (wallet, purchase) =>
      guarded(() => {
        if (wallet === 'applePay') return authorizeApplePay(client, purchase);
        if (wallet === 'venmo') return authorizeVenmo(client);
        return Promise.reject(new ProviderFailure(new Error('PayPal opens by its own button')));
      }),
    ownButtons: ['paypal'],
    openButton: (_wallet, options) => openPayPalButton(client, options),
    destroy: () => {
      for (const form of forms) form.destroy();
      forms.clear();
      // Whatever still runs of it is told to stop; nobody waits for that.
      void client.teardown(() => undefined);
    },
  };
}
