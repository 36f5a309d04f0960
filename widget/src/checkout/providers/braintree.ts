import { create as createClient, type Client } from 'braintree-web/client';
import { wallets, type Wallet } from '../../rules/index.js';
import { openBraintreeCard } from './braintreeCard.js';
import { applePay, venmo, type PressedWallet } from './braintreeWallet.js';
import { openPayPalButton } from './braintreePayPal.js';
import { collectDeviceData } from './deviceData.js';
import { ProviderFailure, type CardForm, type CountryRules, type PaymentProvider, type WalletButtonOptions } from './port.js';
import { withPatience } from './patience.js';

/** A wallet of braintree-web: a capable device opens it by a press of our button, or by the wallet's own button. */
type Component = PressedWallet | { openButton: (client: Client, options: WalletButtonOptions) => Promise<() => void> };

const componentsOf = (client: Client): Record<Wallet, Component> => ({
  paypal: { openButton: openPayPalButton },
  venmo: venmo(client),
  applePay: applePay(client),
});

/** Braintree's own client: components of braintree-web, each loaded on first use. */
export async function createBraintreeProvider(rules: CountryRules, clientToken: () => Promise<string>, expected: string): Promise<PaymentProvider> {
  const leave = (opened: Client) => void opened.teardown(() => undefined);
  const client: Client = await withPatience(
    clientToken().then((authorization) => createClient({ authorization })),
    { discard: leave },
  );
  const components = componentsOf(client);
  const forms = new Set<CardForm>();
  const device = collectDeviceData(client);
  const needsDeviceData = (country: string) => rules.deviceDataCountries.includes(country);
  if (needsDeviceData(expected)) device.begin();
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
    }
  };
  return {
    cardForm: async (options) => {
      const form = await openBraintreeCard(client, options, (country) => (needsDeviceData(country) ? device.get() : Promise.resolve(undefined)));
      forms.add(form);
      return form;
    },
    canUse: async (wallet) => {
      const component = components[wallet];
      return 'openButton' in component || component.canUse();
    },
    authorize: (wallet, purchase) =>
      guarded(() => {
        const component = components[wallet];
        if ('authorize' in component) return component.authorize(purchase);
        return Promise.reject(new ProviderFailure(new Error(`${wallet} opens by its own button`)));
      }),
    returned: (wallet) =>
      guarded(async () => {
        const component = components[wallet];
        return 'returned' in component ? component.returned?.() : undefined;
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
      // Stops every component without waiting. Venmo's last message goes through the client, so the client is torn down last.
      const gone = Object.values(components).map((component) => ('destroy' in component ? component.destroy() : undefined));
      void Promise.allSettled([...gone, device.end()]).then(() => leave(client));
    },
  };
}
