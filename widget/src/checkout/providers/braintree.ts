import { create as createClient, type Client } from 'braintree-web/client';
import { create as createDataCollector } from 'braintree-web/data-collector';
import { wallets, type Wallet } from '../../rules/index.js';
import { openBraintreeCard } from './braintreeCard.js';
import { authorizeApplePay, authorizeVenmo, canUseApplePay, canUseVenmo } from './braintreeWallet.js';
import { openPayPalButton } from './braintreePayPal.js';
import {
  ProviderFailure,
  type CardForm,
  type CountryRules,
  type PaymentProvider,
  type Purchase,
  type WalletButtonOptions,
  type WalletToken,
} from './port.js';
import { withPatience } from './patience.js';

/** How braintree-web takes a wallet: where the device can, at a press of our button, or by a button of the wallet's own. */
type Component =
  | {
      canUse: (client: Client) => boolean | Promise<boolean>;
      authorize: (client: Client, purchase: Purchase) => Promise<WalletToken | undefined>;
    }
  | { openButton: (client: Client, options: WalletButtonOptions) => Promise<() => void> };

const components: Record<Wallet, Component> = {
  paypal: { openButton: openPayPalButton },
  venmo: { canUse: canUseVenmo, authorize: authorizeVenmo },
  applePay: { canUse: canUseApplePay, authorize: authorizeApplePay },
};

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
      const component = components[wallet];
      return 'openButton' in component || component.canUse(client);
    },
    authorize: (wallet, purchase) =>
      guarded(() => {
        const component = components[wallet];
        if ('authorize' in component) return component.authorize(client, purchase);
        return Promise.reject(new ProviderFailure(new Error(`${wallet} opens by its own button`)));
      }),
    ownButtons: wallets.filter((wallet) => 'openButton' in components[wallet]),
    openButton: (wallet, options) => {
      const component = components[wallet];
      if ('openButton' in component) return component.openButton(client, options);
      return Promise.reject(new ProviderFailure(new Error(`${wallet} has no button of its own`)));
    },
    destroy: () => {
      for (const form of forms) form.destroy();
      forms.clear();
      // Whatever still runs of it is told to stop; nobody waits for that.
      void client.teardown(() => undefined);
    },
  };
}
