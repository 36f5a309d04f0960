import { defaultLanguage, languages } from '../src/i18n/language.js';
import type { Bootstrap } from '../src/client/types.js';
import { walletCountries } from '../src/rules/index.js';
import { markets } from './markets.js';
import type { World } from './world.js';

const links = ['login', 'passwordRetrieval', 'terms', 'privacy', 'help', 'contact', 'home', 'cases', 'appStore', 'playStore'];

const defaultPhone = '+1 800-555-0199';
const regional = markets.filter(({ supportPhone }) => supportPhone !== defaultPhone);

/** Returns the start-up data of a world. `sandboxUrl` is the address of the card fields' frames. */
export function bootstrapOf({ treated }: World, sandboxUrl: string): Bootstrap {
  return {
    product: 'Cojoin',
    environment: 'development',
    locale: defaultLanguage,
    languages: [...languages],
    experiments: Object.fromEntries(treated.map((key) => [key, 'Treatment'])),
    flags: {},
    addressCountries: ['US', 'GB', 'AU', 'CA', 'NZ'],
    supportEmail: 'support@example.com',
    supportPhones: { ...Object.fromEntries(regional.map(({ country, supportPhone }) => [country, supportPhone])), default: defaultPhone },
    payment: {
      provider: 'sandbox',
      sandboxUrl,
      verifiedCountries: ['GB'],
      deviceDataCountries: ['GB'],
      walletCountries,
    },
    links: { ...Object.fromEntries(links.map((name) => [name, `#${name}`])), home: '/app/join/account' },
  };
}
