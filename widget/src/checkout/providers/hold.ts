import { ProviderFailure, type CardForm, type CardFormOptions, type PaymentProvider } from './port.js';

/** The one client of the payment provider that a screen has, and its card form. */
export interface HeldProvider<A extends readonly unknown[]> {
  /** Loads a client in place of the present one. Rejects where another one, or close, was faster. */
  open: (...args: A) => Promise<PaymentProvider>;
  /** The client that was opened last, or the first one that will be. */
  present: () => Promise<PaymentProvider>;
  provider: () => PaymentProvider | undefined;
  /** Puts the card fields of the present client into their places. */
  openCard: (options: CardFormOptions) => Promise<CardForm>;
  /** The card form. Rejects with {@link ProviderFailure} where there is none. */
  card: () => Promise<CardForm>;
  /** Destroys the client, and one that is loading as soon as it is there. */
  close: () => void;
}

export function holdProvider<A extends readonly unknown[]>(load: (...args: A) => Promise<PaymentProvider>): HeldProvider<A> {
  let opening: Promise<PaymentProvider> | undefined;
  let provider: PaymentProvider | undefined;
  let form: CardForm | undefined;
  // Card fields may be mounted a moment before a client is opened.
  let announce: (promise: Promise<PaymentProvider>) => void = () => undefined;
  const first = new Promise<PaymentProvider>((resolve) => {
    announce = resolve;
  });
  // Without card fields there is no one to report a failure to.
  first.catch(() => undefined);
  const close = () => {
    opening = undefined;
    provider?.destroy();
    provider = undefined;
    form = undefined;
  };
  const present = () => opening ?? first;
  return {
    open: (...args) => {
      close();
      const promise = load(...args).then((loaded) => {
        if (opening !== promise) {
          loaded.destroy();
          throw new ProviderFailure(new Error('the provider was closed'));
        }
        provider = loaded;
        return loaded;
      });
      opening = promise;
      announce(promise);
      return promise;
    },
    present,
    provider: () => provider,
    openCard: async (options) => {
      const opened = await (await present()).cardForm(options);
      form = opened;
      return opened;
    },
    card: () => (form ? Promise.resolve(form) : Promise.reject(new ProviderFailure(new Error('the card fields are not there')))),
    close,
  };
}
