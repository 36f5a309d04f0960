import type { Wallet } from '../rules/index.js';
import * as action from './action.js';
import type { WalletToken } from './providers/port.js';
import { hasToken, isAllowed, walletFailure } from './questions.js';
import type { Rows, Step } from './row.js';
import type { Context, StateOf } from './state.js';
import { method, onward } from './transition.js';

/** A wallet was authorized. Its address also completes billing. */
function authorized(context: Context, wallet: Wallet, token: WalletToken): Step {
  const kept = action.withMessage(action.keepWallet(context, wallet, token), 'method', undefined);
  if (context.arm === 'control') return [method(kept)];
  const { address } = token;
  if (!address) return onward(action.finish(kept, 'method'), { finished: 'method' });
  return [
    { name: 'billing.saving', from: 'method', context: kept },
    { do: 'saveWalletAddress', address },
  ];
}

/** The results of a wallet, opened by our button or its own. */
export const walletAnswers: Rows<StateOf<'method'> | StateOf<'method.authorizing'>> = {
  WALLET_TOKEN: [
    {
      when: ({ context }, { wallet }) => context.chosen === wallet,
      to: ['method', 'billing', 'billing.saving'],
      go: ({ context }, { wallet, token }) => authorized(context, wallet, token),
    },
  ],
  // A buyer who approved a wallet before the page was reopened has chosen it, unless they have chosen another method since.
  WALLET_RETURNED: [
    {
      when: (state, { wallet }) => !hasToken(state) && isAllowed(state.context, wallet, state.context.country),
      to: ['method', 'billing', 'billing.saving'],
      go: ({ context }, { wallet, token }) => authorized(action.choose(context, wallet), wallet, token),
    },
  ],
  WALLET_CLOSED: [
    {
      when: ({ context }, { wallet }) => context.chosen === wallet,
      to: ['method'],
      go: ({ context }, { wallet }) => [
        method(action.withMessage(action.forget(context, wallet), 'method', { kind: 'text', code: 'payment_wallet_canceled', method: wallet })),
      ],
    },
  ],
  WALLET_FAILED: [
    {
      when: ({ context }, { wallet }) => context.chosen === wallet,
      to: ['method'],
      go: ({ context }, { wallet }) => [method(action.withMessage(context, 'method', walletFailure(wallet)))],
    },
  ],
};
