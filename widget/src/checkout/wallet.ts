import * as change from './change.js';
import { walletFailure } from './questions.js';
import type { Rows } from './row.js';
import type { StateOf } from './state.js';
import { method, onward } from './way.js';

/** What may come of a wallet, whether our button opened it or its own. */
export const walletAnswers: Rows<StateOf<'method'> | StateOf<'method.authorizing'>> = {
  WALLET_TOKEN: [
    // The wallet's address answers billing, too.
    {
      when: ({ context }, { wallet, token }) => context.arm === 'treatment' && context.chosen === wallet && token.address !== undefined,
      to: ['billing.saving'],
      go: ({ context }, { wallet, token }) => {
        const kept = change.say(change.keepWallet(context, wallet, token), 'method', undefined);
        return [
          { name: 'billing.saving', from: 'method', context: kept },
          ...(token.address ? [{ do: 'saveWalletAddress', address: token.address } as const] : []),
        ];
      },
    },
    {
      when: ({ context }, { wallet }) => context.arm === 'treatment' && context.chosen === wallet,
      to: ['billing'],
      go: ({ context }, { wallet, token }) =>
        onward(change.finish(change.say(change.keepWallet(context, wallet, token), 'method', undefined), 'method'), { finished: 'method' }),
    },
    {
      when: ({ context }, { wallet }) => context.chosen === wallet,
      to: ['method'],
      go: ({ context }, { wallet, token }) => [method(change.say(change.keepWallet(context, wallet, token), 'method', undefined))],
    },
  ],
  WALLET_CLOSED: [
    {
      when: ({ context }, { wallet }) => context.chosen === wallet,
      to: ['method'],
      go: ({ context }, { wallet }) => [
        method(change.say(change.forget(context, wallet), 'method', { kind: 'text', code: 'payment_wallet_canceled', method: wallet })),
      ],
    },
  ],
  WALLET_FAILED: [
    {
      when: ({ context }, { wallet }) => context.chosen === wallet,
      to: ['method'],
      go: ({ context }, { wallet }) => [method(change.say(context, 'method', walletFailure(wallet)))],
    },
  ],
};
