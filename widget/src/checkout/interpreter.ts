import { Problem, ValidationFailure } from '../client/failure.js';
import { wallets as allWallets, type Wallet } from '../rules/index.js';
import type { BillingValues } from './billing.js';
import type { Due, Effect, EffectName, EffectOf } from './effect.js';
import { pricedOrder } from './order.js';
import { stageMessageOf, type Ports, type Send } from './ports.js';
import {
  CardRefused,
  CardUnconfirmed,
  type CardForm,
  type CardFormOptions,
  type PaymentProvider,
  type Purchase,
  type WalletButtonOptions,
} from './providers/port.js';
import { holdProvider } from './providers/hold.js';
import { keepPaid } from './purchased.js';
import { billingDraftOf, confirmCountry, saveBilling } from './saveBilling.js';
import { timeZoneOf } from './timeZoneOf.js';

/** The time that ready wallets wait for the others, in milliseconds. */
const togetherMs = 2000;

/** Runs the machine's effects and sends their results. It holds the objects that don't fit into a state: the provider's client and its card form. */
export interface Interpreter {
  run: (effect: Effect) => void;
  /** Puts the card fields into their places as soon as a provider is loaded. Rejects if none can be loaded. */
  openCard: (options: CardFormOptions) => Promise<CardForm>;
  /** Puts a wallet's own button into its place; returns a function that removes it. */
  openButton: (wallet: Wallet, due: Due, at: Pick<WalletButtonOptions, 'place' | 'signal'>) => Promise<() => void>;
  /** Destroys the provider's client. A payment that was already sent goes on. */
  close: () => void;
}

export function createInterpreter(ports: Ports, send: Send): Interpreter {
  const { flow } = ports;
  let isClosed = false;
  const held = holdProvider((country: string) => {
    const loadToken = async () => {
      const { clientToken, verifyCard } = await flow().buyer.clientToken(country);
      if (verifyCard && !isClosed) send({ type: 'ASK_BANK' });
      return clientToken;
    };
    return ports.loadProvider(flow().bootstrap.payment, loadToken, country);
  });
  let venmo: Awaited<ReturnType<Ports['loadVenmo']>> | undefined;

  const failed = (error: unknown) => send({ type: 'FAILED', message: stageMessageOf(error, flow()) });
  const withCard = async (run: (form: CardForm) => Promise<void>) => {
    try {
      await run(await held.card());
    } catch (error) {
      if (error instanceof CardRefused) send({ type: 'CARD_REFUSED', fields: error.fields });
      else if (error instanceof Problem) failed(error);
      else
        send({ type: 'FAILED', message: { kind: 'text', code: error instanceof CardUnconfirmed ? 'payment_unconfirmed' : 'payment_card_failed' } });
    }
  };
  const purchase = (due: Due): Purchase => ({ ...due, product: flow().bootstrap.product, payer: flow().keeper.get().registration });
  const save = async (values: BillingValues, hasReferral: boolean) => {
    const outcome = await saveBilling(flow(), values, { hasReferral });
    if (outcome === 'saved') send({ type: 'BILLING_SAVED', country: values.address.country });
    else if (outcome === 'mismatch') send({ type: 'MISMATCH', values });
    else send(outcome === 'duplicate' ? { type: 'DUPLICATE' } : { type: 'FAILED' });
  };

  /** Checks each wallet on its own, so that a script that fails to load blocks no other wallet. Shown wallets keep their places. */
  const findWallets = (from: PaymentProvider, wallets: readonly Wallet[], generation: number) => {
    const found = new Set<Wallet>();
    let shown: readonly Wallet[] = [];
    const show = () => {
      if (held.provider() !== from) return;
      const usable = [...shown, ...allWallets.filter((wallet) => found.has(wallet) && !shown.includes(wallet))];
      shown = usable;
      send({ type: 'WALLETS_FOUND', provider: generation, usable, ownButtons: from.ownButtons });
    };
    const checks = wallets.map((wallet) =>
      from.canUse(wallet).then(
        (can) => can && found.add(wallet),
        () => undefined,
      ),
    );
    void Promise.all(checks).then(show);
    void ports.wait(togetherMs).then(() => {
      for (const each of checks) void each.then(show);
    });
  };

  /** Looks for a wallet that was approved in its own application, which may have reopened this page. */
  const findReturned = async (from: PaymentProvider, wallet: Wallet) => {
    const token = await from.returned(wallet).catch(() => undefined);
    if (token && held.provider() === from) send({ type: 'WALLET_RETURNED', wallet, token });
  };

  const handlers: { readonly [N in EffectName]: (effect: EffectOf<N>) => Promise<void> | void } = {
    fetchPayment: async () => {
      try {
        const { fetchPayment } = await ports.loadPayment();
        const answer = await fetchPayment(ports);
        if (!isClosed) send(answer ? { type: 'SETTLED', answer } : { type: 'NOTHING_SENT' });
      } catch (error) {
        if (isClosed) return;
        flow().fail(error);
        send({ type: 'FAILED' });
      }
    },
    saveBilling: async ({ values }) => {
      try {
        await save(values, !flow().buyer.isInvited);
      } catch (error) {
        failed(error);
      }
    },
    saveWalletAddress: async ({ address: { line1, line2 = '', city, region, postalCode, country } }) => {
      const values = { ...billingDraftOf(flow().keeper.get()), address: { line1, line2, city, region, postalCode, country }, timeZone: '' };
      try {
        values.timeZone = await timeZoneOf(flow().api, country, region);
        await save(values, false);
      } catch (error) {
        if (error instanceof ValidationFailure) send({ type: 'ADDRESS_ASKED', values, violations: error.violations });
        else failed(error);
      }
    },
    confirmCountry: async ({ values }) => {
      try {
        await confirmCountry(flow(), values);
        send({ type: 'CONFIRMED' });
      } catch (error) {
        failed(error);
      }
    },
    openProvider: ({ provider: generation, country, wallets }) => {
      held.open(country).then(
        (loaded) => {
          findWallets(loaded, wallets, generation);
          for (const wallet of wallets) void findReturned(loaded, wallet);
          if (wallets.includes('venmo'))
            ports.loadVenmo().then(
              (code) => (venmo = code),
              () => undefined,
            );
        },
        // A buyer who opens the card form gets the failure there, and can retry.
        () => undefined,
      );
    },
    tokenizeCard: ({ holder, due }) => withCard(async (form) => send({ type: 'CARD_TOKEN', token: await form.tokenize(holder, purchase(due)) })),
    verifyCard: ({ card: token, due }) => withCard(async (form) => send({ type: 'VERIFIED', nonce: await form.verify(token, purchase(due)) })),
    // Runs within the press: browsers block a wallet's window outside of one.
    authorize: async ({ wallet, due }) => {
      const { setting, keeper } = flow();
      const takeBack = wallet === 'venmo' ? venmo?.handOver(setting, keeper.get()) : undefined;
      try {
        const provider = held.provider();
        if (!provider) throw new Error('the provider is not there');
        const token = await provider.authorize(wallet, purchase(due));
        send(token ? { type: 'WALLET_TOKEN', wallet, token } : { type: 'WALLET_CLOSED', wallet });
      } catch {
        send({ type: 'WALLET_FAILED', wallet });
      } finally {
        takeBack?.();
      }
    },
    loadReview: async () => {
      try {
        await ports.loadPayment();
        send({ type: 'OPENED' });
      } catch (error) {
        failed(error);
      }
    },
    applyCode: async ({ codes }) => {
      const { buyer, keeper } = flow();
      try {
        const priced = { ...pricedOrder(keeper.get()), promoCodes: [...codes.promoCodes], paymentCodes: [...codes.paymentCodes] };
        const quote = await buyer.quote(priced);
        // The server prices the order without invalid codes. Here, an invalid code is an error at the box.
        if (quote.validationErrors.length > 0) send({ type: 'CODE_REFUSED', message: { kind: 'violations', violations: quote.validationErrors } });
        else send({ type: 'CODE_APPLIED', quote, codes });
      } catch (error) {
        send({ type: 'CODE_REFUSED', message: stageMessageOf(error, flow()) });
      }
    },
    keepCodes: ({ codes }) => flow().keeper.set(codes),
    keepSeats: ({ payForCoparent }) => flow().keeper.set({ payForCoparent }),
    pay: async (effect) => {
      try {
        const { payOrder } = await ports.loadPayment();
        await payOrder(effect, ports, send);
      } catch (error) {
        failed(error);
      }
    },
    keepPaid: ({ answer }) => keepPaid(flow(), answer),
    trackMethod: ({ method }) => flow().track('Payment Method Chosen', { method }),
    trackCode: ({ kind }) => flow().track('Code Applied', { kind }),
    go: ({ to }) => {
      const { go, buyer } = flow();
      if (to === 'credentials') go(buyer.paths.credentials, { replace: true });
      else go(to === 'duplicate' ? '/duplicate' : buyer.paths.packages);
    },
  };

  return {
    run: (effect) => void handlers[effect.do](effect as never),
    openCard: held.openCard,
    openButton: async (wallet, due, at) =>
      (await held.present()).openButton(wallet, {
        ...at,
        nonce: flow().setting.nonce,
        purchase: purchase(due),
        onToken: (token) => send(token ? { type: 'WALLET_TOKEN', wallet, token } : { type: 'WALLET_CLOSED', wallet }),
        onFailure: () => send({ type: 'WALLET_FAILED', wallet }),
      }),
    close: () => {
      isClosed = true;
      held.close();
    },
  };
}
