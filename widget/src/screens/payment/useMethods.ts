import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bootstrap, Package } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';
import {
  wallets,
  type CardFormOptions,
  type CardToken,
  type PaymentProvider,
  type Wallet,
  type WalletButtonOptions,
  type WalletToken,
} from '../../checkout/providers/port.js';
import { loadProvider } from '../../checkout/providers/provider.js';
import type { Method } from './MethodForm.js';
import { paymentTypes } from './paymentInput.js';

/** What switches each wallet on, and what a package hides it by. */
const switches = {
  paypal: { flag: 'paypalInJoin', hidden: 'hidePayPal' },
  venmo: { flag: 'grow365Venmo', hidden: 'hideVenmo' },
  applePay: { flag: 'grow835ApplePay', hidden: 'hideApplePay' },
} as const;

/** Which wallets may be offered at all, before the device is asked. */
export function offeredWallets(item: Package | undefined, country: string, { experiments, payment }: Bootstrap): Wallet[] {
  return wallets.filter((wallet) => {
    const { flag, hidden } = switches[wallet];
    const { only, except } = payment.walletCountries[paymentTypes[wallet]] ?? {};
    return experiments[flag] === 'Treatment' && item?.[hidden] !== true && only?.includes(country) !== false && !except?.includes(country);
  });
}

/** How long wallets that are known wait for those that aren't. */
const togetherMs = 2000;

/** The method, the provider's client, and what it gave. Nonces live here only: never in the session. */
export function useMethods(item: Package | undefined, country: string, isActive: boolean) {
  const { buyer, bootstrap } = useFlow();
  const [method, setMethod] = useState<Method>('creditCard');
  const [card, setCard] = useState<CardToken>();
  const [walletTokens, setWalletTokens] = useState<Partial<Record<Wallet, WalletToken>>>({});
  const [usable, setUsable] = useState<readonly Wallet[]>([]);
  const [ownButtons, setOwnButtons] = useState<readonly Wallet[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<{ promise: Promise<PaymentProvider> }>();
  const provider = useRef<PaymentProvider>(undefined);

  useEffect(() => {
    if (!isActive) return undefined;
    let isCurrent = true;
    const promise = loadProvider(bootstrap.payment, () => buyer.clientToken(country));
    setLoading({ promise });
    setCard(undefined);
    setWalletTokens({});
    promise.then(
      (loaded) => {
        if (!isCurrent) {
          loaded.destroy();
          return;
        }
        provider.current = loaded;
        setOwnButtons(loaded.ownButtons);
      },
      // Whoever opens the card form hears of it, and offers to try again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      provider.current?.destroy();
      provider.current = undefined;
    };
  }, [buyer, bootstrap.payment, country, isActive, attempt]);

  // A token outlives a change of country, but for a card that has to be verified there, or was for another.
  const isVerified = bootstrap.payment.verifiedCountries.includes(country);
  const [wasVerified, setWasVerified] = useState(isVerified);
  if (isVerified !== wasVerified) {
    setWasVerified(isVerified);
    setCard(undefined);
  }

  // By what it holds: an answer that says the same again must not take away what is shown.
  const offered = offeredWallets(item, country, bootstrap).join();
  useEffect(() => {
    if (!loading) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const found = new Set<Wallet>();
    setUsable([]);
    // What is shown stays where it is, under whoever's finger: the wallets come together, in their order, and one that is late comes below them.
    const show = () => {
      if (isCurrent) setUsable((shown) => [...shown, ...wallets.filter((wallet) => found.has(wallet) && !shown.includes(wallet))]);
    };
    // Each is asked for itself: one whose script doesn't come keeps no other from being offered.
    loading.promise.then(
      (loaded) => {
        const asked = wallets
          .filter((wallet) => offered.includes(wallet))
          .map((wallet) =>
            loaded.canUse(wallet).then(
              (can) => can && found.add(wallet),
              () => undefined,
            ),
          );
        void Promise.all(asked).then(show);
        timer = setTimeout(() => {
          for (const each of asked) void each.then(show);
        }, togetherMs);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [loading, offered]);

  const openCard = useCallback(
    async (options: CardFormOptions) => {
      if (!loading) throw new Error('the provider is not loading yet');
      return (await loading.promise).cardForm(options);
    },
    [loading],
  );

  const openButton = useCallback(
    async (wallet: Wallet, options: WalletButtonOptions) => {
      if (!loading) throw new Error('the provider is not loading yet');
      return (await loading.promise).openButton(wallet, options);
    },
    [loading],
  );

  return {
    isLoading: loading === undefined,
    hasOwnButton: method !== 'creditCard' && ownButtons.includes(method),
    openButton,
    methods: ['creditCard', ...usable] as const satisfies readonly Method[],
    method,
    /** A method that is chosen takes back what other methods authorised. */
    choose: (next: Method) => {
      setMethod(next);
      setWalletTokens((tokens) => {
        if (next === 'paypal') return { paypal: tokens.paypal, applePay: tokens.applePay };
        if (next === 'venmo') return { venmo: tokens.venmo, applePay: tokens.applePay };
        if (next === 'applePay') return { applePay: tokens.applePay };
        return {};
      });
    },
    card,
    setCard,
    walletToken: method === 'creditCard' ? undefined : walletTokens[method],
    keepWallet: (wallet: Wallet, token: WalletToken | undefined) => setWalletTokens((tokens) => ({ ...tokens, [wallet]: token })),
    provider,
    openCard,
    /** Loads the provider anew; what it authorised before may be gone with it. */
    retry: () => {
      setCard(undefined);
      setWalletTokens({});
      setAttempt((n) => n + 1);
    },
    /** A token is saved that leaving the page would lose. */
    hasToken: card !== undefined || Object.values(walletTokens).some((token) => token !== undefined),
    forget: () => {
      setCard(undefined);
      setWalletTokens({});
    },
  };
}
