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

/** An order to price. The calls add its owner. */
export type PricedOrder = Omit<QuoteInput, 'limboId'>;

/**
 * The calls and paths of the buyer: the parent of the sign-up, or the invited parent. The screens for package, payment and credentials work
 * with either. Each call carries its own proof, and throws ValidationFailure, Problem or LostAnswer.
 */
export interface Buyer {
  /** An invited parent pays for one seat, and has given the referral on step 1. */
  isInvited: boolean;
  paths: { first: Path; packages: Path; custom: Path; payment: Path; credentials: Path };
  /** A payment was sent before this page was loaded, and its outcome isn't known yet. */
  isPaying: () => boolean;
  /** The screen after a saved choice: the options of a custom package, or payment. */
  pathAfter: (following: 'custom' | 'payment', registration: Registration) => Path;
  /** Sends sections of the registration. Safe to call again with the same content after a lost answer. */
  save: (input: RegistrationInput) => Promise<Registration>;
  /** Remembers that /duplicate is about the parent of the registration. Undefined for an invited parent, who has no such page. */
  keepDuplicate?: (() => void) | undefined;
  /** Loads the state of the registration, and keeps it. */
  refresh: () => Promise<void>;
  packages: (group: string) => Promise<PackageList>;
  coupons: () => Promise<CustomersCoupon[]>;
  quote: (order: PricedOrder, signal?: AbortSignal) => Promise<Quote>;
  /** Resolves if the package is on sale in the country; rejects with a ValidationFailure if it isn't. */
  fitsCountry: (packageId: number, where: CountryCriteria) => Promise<void>;
  /** `addresses` returns addresses that begin with the input; `address` returns one of them in full. */
  addresses: (search: AddressQuery, signal?: AbortSignal) => Promise<AddressSuggestion[]>;
  address: (id: string, session: string) => Promise<FoundAddress>;
  clientToken: (country: string) => Promise<ClientToken>;
  pay: (input: PaymentInput, key: string) => Promise<PaymentAnswer>;
  payment: () => Promise<PaymentAnswer>;
}

/** The parent's sign-up as a buyer: its first saved section creates the registration. */
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
