import { ProviderFailure, type CardForm, type CardFormOptions, type PaymentProvider } from './port.js';

/** A screen's only client of the payment provider, and its card form. */
export interface HeldProvider<A extends readonly unknown[]> {
  /** Replaces the client by a new one. Rejects if another open or close came first. */
  open: (...args: A) => Promise<PaymentProvider>;
  /** The client that was opened last, or else the first one to be opened. */
  present: () => Promise<PaymentProvider>;
  provider: () => PaymentProvider | undefined;
  /** Puts the card fields of the current client into their places. */
  openCard: (options: CardFormOptions) => Promise<CardForm>;
  /** Returns the card form. Rejects with {@link ProviderFailure} if there is none. */
  card: () => Promise<CardForm>;
  /** Destroys the client, or a loading one once it arrives. */
  close: () => void;
}

export function holdProvider<A extends readonly unknown[]>(load: (...args: A) => Promise<PaymentProvider>): HeldProvider<A> {
  let opening: Promise<PaymentProvider> | undefined;
  let provider: PaymentProvider | undefined;
  let form: CardForm | undefined;
  // Card fields may mount shortly before a client is opened.
  let announce: (promise: Promise<PaymentProvider>) => void = () => undefined;
  const first = new Promise<PaymentProvider>((resolve) => {
    announce = resolve;
  });
  // Without card fields, no caller handles the failure.
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
      const from = await present();
      const opened = await from.cardForm(options);
      if (from !== provider) {
        opened.destroy();
        throw new ProviderFailure(new Error('the provider was closed'));
      }
      form = opened;
      return opened;
    },
    card: () => (form ? Promise.resolve(form) : Promise.reject(new ProviderFailure(new Error('the card fields are not there')))),
    close,
  };
}
