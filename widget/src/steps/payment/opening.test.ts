import { expect, test } from 'vitest';
import type { Bootstrap, Package } from '../../client/types.js';
import { quote } from '../../checkout/samples.js';
import { openSession } from '../../session/session.js';
import { openingOf } from './opening.js';

const everywhere = { paypalInJoin: 'Treatment', grow365Venmo: 'Treatment', grow835ApplePay: 'Treatment' };

/** Returns the checkout's initial data for the server's answers. */
function opened(experiments: Record<string, string>, item: Partial<Package>) {
  const walletCountries = { PAYPAL: { except: ['GB'] }, VENMO: { only: ['US'] } };
  const bootstrap = { experiments, payment: { verifiedCountries: [], walletCountries } } as unknown as Bootstrap;
  const { offers, hiddenBrands } = openingOf({
    arm: 'control',
    quote: quote(),
    item: item as Package,
    session: openSession(undefined, 'test').get(),
    bootstrap,
  });
  return [offers, hiddenBrands];
}

const paypal = { wallet: 'paypal', except: ['GB'] };
const venmo = { wallet: 'venmo', only: ['US'] };
const applePay = { wallet: 'applePay' };

test.each([
  ['every experiment in Treatment', everywhere, {}, [paypal, venmo, applePay], []],
  ['PayPal in Control, Venmo off', { ...everywhere, paypalInJoin: 'Control', grow365Venmo: 'Off' }, {}, [applePay], []],
  ['a server that knows no experiments', {}, {}, [], []],
  ['a package that hides Venmo and Discover', everywhere, { hideVenmo: true, hideDiscover: true }, [paypal, applePay], ['discover']],
  ['a package that hides the rest', everywhere, { hidePayPal: true, hideApplePay: true, hideAmex: true }, [venmo], ['amex']],
])('%s', (_, experiments, item, offers, hiddenBrands) => {
  expect(opened(experiments, item)).toEqual([offers, hiddenBrands]);
});
