import type { AddressQuery, Api } from '../client/api.js';
import { ValidationFailure } from '../client/failure.js';
import { signupCalls } from '../client/signup.js';
import type {
  AddressSuggestion,
  ClientToken,
  CountryCriteria,
  CustomersCoupon,
  FoundAddress,
  PackageList,
  PaymentAnswer,
  PaymentInput,
  Quote,
  QuoteInput,
  Registration,
  RegistrationInput,
} from '../client/types.js';
import { duplicateOf } from './duplicate.js';
import { RetryKey } from '../session/retryKey.js';
import { pathAfter, type Path } from '../session/route.js';
import type { SessionKeeper, SignupSession } from '../session/session.js';

/** An order to be priced. Whose it is, the calls know. */
export type PricedOrder = Omit<QuoteInput, 'limboId'>;

/**
 * The calls and paths of the buyer: the parent who signs up, or the one who was invited. The screens of package, payment and credentials work
 * with either. Each call carries its own proof, and throws ValidationFailure, Problem or LostAnswer.
 */
export interface Buyer {
  /** An invited parent pays for one seat, and has told on step 1 how they heard of us. */
  isInvited: boolean;
  paths: { first: Path; packages: Path; custom: Path; payment: Path; credentials: Path };
  /** A payment was sent before this page was loaded, and how it ended isn't known yet. */
  isPaying: () => boolean;
  /** The screen after a saved choice: the options of a custom package, or payment. */
  pathAfter: (following: 'custom' | 'payment', registration: Registration) => Path;
  /** Sends sections of the registration. Safe to call again with the same content after a lost answer. */
  save: (input: RegistrationInput) => Promise<Registration>;
  /** Remembers that /duplicate is about the parent of the registration. An invited parent can't be sent there. */
  keepDuplicate?: (() => void) | undefined;
  /** Asks how the registration stands, and keeps the answer. */
  refresh: () => Promise<void>;
  packages: (group: string) => Promise<PackageList>;
  coupons: () => Promise<CustomersCoupon[]>;
  quote: (order: PricedOrder, signal?: AbortSignal) => Promise<Quote>;
  /** Resolves when the package is on sale there; a ValidationFailure says that it isn't. */
  fitsCountry: (packageId: number, where: CountryCriteria) => Promise<void>;
  /** Addresses that begin with what was typed, and the whole of one of them. */
  addresses: (search: AddressQuery, signal?: AbortSignal) => Promise<AddressSuggestion[]>;
  address: (id: string, session: string) => Promise<FoundAddress>;
  clientToken: (country: string) => Promise<ClientToken>;
  pay: (input: PaymentInput, key: string) => Promise<PaymentAnswer>;
  payment: () => Promise<PaymentAnswer>;
}

/** The purchase of the parent who signs up: the registration is created with its first section. */
export function signupBuyer(api: Api, keeper: SessionKeeper<SignupSession>): Buyer {
  const calls = signupCalls(api);
  const retry = new RetryKey();
  const ref = () => {
    const { signupId = '', registrationKey = '' } = keeper.get();
    return { signupId, registrationKey };
  };
  const keep = (registration: Registration) => keeper.set({ registration, signupId: registration.signupId });
  const paths = { first: '/step1', packages: '/step3', custom: '/alacarte', payment: '/payment', credentials: '/credentials' } as const;
  return {
    isInvited: false,
    paths,
    isPaying: () => keeper.get().paymentKey !== undefined || keeper.get().registration?.routes.join() === paths.payment,
    pathAfter: (following, registration) => pathAfter(paths[following], registration),
    save: async (input) => {
      const key = retry.for(input);
      const { signupId, registrationKey, registration } = keeper.get();
      const isOpen = signupId !== undefined && registrationKey !== undefined && registration !== undefined;
      try {
        const answer = isOpen ? await calls.updateSignup({ signupId, registrationKey }, input, key) : await calls.createSignup(input, key);
        retry.answered();
        if (answer.registrationKey) keeper.set({ registrationKey: answer.registrationKey });
        if (!answer.registration) throw new Error('an answer without its registration');
        keep(answer.registration);
        return answer.registration;
      } catch (error) {
        if (error instanceof ValidationFailure) retry.answered();
        throw error;
      }
    },
    keepDuplicate: () => {
      const { parent } = keeper.get().registration ?? {};
      if (parent) keeper.set({ duplicate: duplicateOf('parent', parent) });
    },
    refresh: async () => keep(await api.readSignup(ref())),
    packages: api.packages,
    coupons: () => calls.coupons(ref()),
    quote: (order, signal) => calls.quote(ref(), { ...order, limboId: ref().signupId }, signal),
    fitsCountry: async (packageId, where) => {
      await calls.validateCountry(packageId, where);
    },
    addresses: (search, signal) => calls.addresses(ref(), search, signal),
    address: (id, session) => calls.address(ref(), id, session),
    clientToken: (country) => calls.clientToken(ref(), country),
    pay: (input, key) => calls.pay(ref(), input, key),
    payment: () => api.payment(ref()),
  };
}
