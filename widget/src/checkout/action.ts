import type { Quote, Violation } from '../client/types.js';
import { paymentMethods, wallets, type Wallet } from '../rules/index.js';
import type { Effect } from './effect.js';
import type { CardToken, WalletToken } from './providers/port.js';
import { isAllowed, walk } from './questions.js';
import type { CodeLists, Codes, Context, Method, StageMessage, Stage } from './state.js';

export const say = (c: Context, stage: Stage, message: StageMessage | undefined): Context => ({
  ...c,
  messages: { ...c.messages, [stage]: message },
});

/** An answer that puts something right: it is said, and counted. */
export const answer = (c: Context, stage: Stage, message: StageMessage | undefined): Context =>
  say({ ...c, attempts: { ...c.attempts, [stage]: c.attempts[stage] + 1 } }, stage, message);

/** A stage is done, and with it those before it. */
export const finish = (c: Context, stage: Stage): Context => ({ ...c, done: Math.max(c.done, walk(c.arm).indexOf(stage) + 1) });

/** A card that was turned into a nonce. */
export const keepCard = (c: Context, token: CardToken): Context => ({
  ...c,
  tokens: { ...c.tokens, creditCard: { ...token, method: 'creditCard', holder: c.holder } },
});

/** The bank was asked about a price. Its yes is another nonce, which pays that and nothing else. */
export const keepVerified = (c: Context, asked: string, nonce = c.tokens.creditCard?.nonce): Context =>
  c.tokens.creditCard && nonce ? { ...c, tokens: { ...c.tokens, creditCard: { ...c.tokens.creditCard, nonce, asked } } } : c;

export const keepWallet = (c: Context, wallet: Wallet, token: WalletToken): Context => ({
  ...c,
  tokens: { ...c.tokens, [wallet]: { ...token, method: wallet } },
});

export const forget = (c: Context, ...methods: readonly Method[]): Context => ({
  ...c,
  tokens: Object.fromEntries(Object.entries(c.tokens).filter(([method]) => !methods.some((gone) => gone === method))),
});

export const forgetAll = (c: Context): Context => ({ ...c, tokens: {} });

/** A method that is chosen takes back what other wallets authorised; some authorisations stay beside another wallet's. A card stays. */
export function choose(c: Context, method: Method): Context {
  const gone = wallets.filter((wallet) => method === 'creditCard' || (wallet !== method && !paymentMethods[wallet].stays));
  return say({ ...forget(c, ...gone), chosen: method }, 'method', undefined);
}

/** The billing country is known. A wallet that isn't offered there goes; the buyer is told of the one that they were about to pay with. */
export function settle(c: Context, country: string): Context {
  const gone: Method[] = c.offers.map(({ wallet }) => wallet).filter((wallet) => !isAllowed(c, wallet, country));
  const next = { ...forget(c, ...gone), country };
  if (!gone.includes(c.chosen)) return next;
  return say({ ...next, chosen: 'creditCard' }, 'method', { kind: 'text', code: 'payment_wallet_elsewhere', method: c.chosen });
}

export const inCodes = (c: Context, change: Partial<Codes>): Context => ({ ...c, codes: { ...c.codes, ...change } });

/** Other codes: the price that is shown from now on is another one anyway. */
export function setCodes(c: Context, { promoCodes, paymentCodes }: CodeLists): Context {
  const count = promoCodes.length + paymentCodes.length;
  const isSame = count === c.codes.promoCodes.length + c.codes.paymentCodes.length;
  return { ...inCodes(c, { promoCodes, paymentCodes }), isPriceNew: c.isPriceNew && isSame };
}

export const listsOf = ({ codes: { promoCodes, paymentCodes } }: Context): CodeLists => ({ promoCodes, paymentCodes });

export const keepCodes = (c: Context): Effect => ({ do: 'keepCodes', codes: listsOf(c) });

const isCodeField = (field: string): field is keyof CodeLists => field === 'promoCodes' || field === 'paymentCodes';

/** The kinds of codes that the server refuses. */
export const refusedCodes = (violations: readonly Violation[]): readonly (keyof CodeLists)[] =>
  violations.map(({ field }) => field).filter(isCodeField);

/** Codes that no longer count must not keep anybody from paying, and don't go without a word. Undefined where no code was refused. */
export function dropCodes(c: Context, violations: readonly Violation[]): Context | undefined {
  const refused = refusedCodes(violations);
  if (refused.length === 0) return undefined;
  const dropped = setCodes(c, { ...listsOf(c), ...Object.fromEntries(refused.map((field) => [field, []])) });
  return say(dropped, 'method', { kind: 'violations', violations });
}

/** Two prices that are the same to the buyer. */
export const comesToTheSame = (a: Quote, b: Quote): boolean => a.totals.total === b.totals.total && a.totals.taxAmount === b.totals.taxAmount;
