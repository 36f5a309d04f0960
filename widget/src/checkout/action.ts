import type { Quote, Violation } from '../client/types.js';
import { paymentMethods, wallets, type Wallet } from '../rules/index.js';
import type { Effect } from './effect.js';
import type { CardToken, WalletToken } from './providers/port.js';
import { isAllowed, walk } from './questions.js';
import type { CodeLists, Codes, Context, Method, StageMessage, Stage, Tokens } from './state.js';

export const withMessage = (c: Context, stage: Stage, message: StageMessage | undefined): Context => ({
  ...c,
  messages: { ...c.messages, [stage]: message },
});

/** Shows a message that asks for a correction, and counts the attempt. */
export const answer = (c: Context, stage: Stage, message: StageMessage | undefined): Context =>
  withMessage({ ...c, attempts: { ...c.attempts, [stage]: c.attempts[stage] + 1 } }, stage, message);

/** Marks a stage and those before it as done. */
export const finish = (c: Context, stage: Stage): Context => ({ ...c, done: Math.max(c.done, walk(c.arm).indexOf(stage) + 1) });

/** Replaces the means of payment. Review's message goes: it is about a payment with the earlier ones. */
const withTokens = (c: Context, tokens: Tokens): Context => withMessage({ ...c, tokens }, 'review', undefined);

/** Keeps a tokenized card. */
export const keepCard = (c: Context, token: CardToken): Context =>
  withTokens(c, { ...c.tokens, creditCard: { ...token, method: 'creditCard', holder: c.holder } });

/** Records the price that the bank was asked about. After its approval the card has a new nonce, valid for that price only. */
export const keepVerified = (c: Context, verifiedPrice: string, nonce = c.tokens.creditCard?.nonce): Context =>
  c.tokens.creditCard && nonce ? { ...c, tokens: { ...c.tokens, creditCard: { ...c.tokens.creditCard, nonce, verifiedPrice } } } : c;

export const keepWallet = (c: Context, wallet: Wallet, token: WalletToken): Context =>
  withTokens(c, { ...c.tokens, [wallet]: { ...token, method: wallet } });

export const forget = (c: Context, ...methods: readonly Method[]): Context => ({
  ...c,
  tokens: Object.fromEntries(Object.entries(c.tokens).filter(([method]) => !methods.some((gone) => gone === method))),
});

export const forgetAll = (c: Context): Context => ({ ...c, tokens: {} });

/** Chooses a method, and forgets other wallets' authorizations, except for wallets that stay beside another. A card always stays. */
export function choose(c: Context, method: Method): Context {
  const gone = wallets.filter((wallet) => method === 'creditCard' || (wallet !== method && !paymentMethods[wallet].stays));
  const next = withTokens(c, forget(c, ...gone).tokens);
  return withMessage({ ...next, chosen: method }, 'method', undefined);
}

/** Sets the billing country. Wallets that aren't offered there go; if one of them was chosen, the buyer gets a message. */
export function settle(c: Context, country: string): Context {
  const gone: Method[] = c.offers.map(({ wallet }) => wallet).filter((wallet) => !isAllowed(c, wallet, country));
  const next = { ...forget(c, ...gone), country };
  if (!gone.includes(c.chosen)) return next;
  return withMessage({ ...next, chosen: 'creditCard' }, 'method', { kind: 'text', code: 'payment_wallet_elsewhere', method: c.chosen });
}

export const inCodes = (c: Context, change: Partial<Codes>): Context => ({ ...c, codes: { ...c.codes, ...change } });

/** Replaces the codes, and with them the shown price. */
export function setCodes(c: Context, { promoCodes, paymentCodes }: CodeLists): Context {
  const count = promoCodes.length + paymentCodes.length;
  const isSame = count === c.codes.promoCodes.length + c.codes.paymentCodes.length;
  return { ...inCodes(c, { promoCodes, paymentCodes }), isPriceNew: c.isPriceNew && isSame };
}

export const listsOf = ({ codes: { promoCodes, paymentCodes } }: Context): CodeLists => ({ promoCodes, paymentCodes });

export const keepCodes = (c: Context): Effect => ({ do: 'keepCodes', codes: listsOf(c) });

const isCodeField = (field: string): field is keyof CodeLists => field === 'promoCodes' || field === 'paymentCodes';

/** Returns the kinds of codes that the server refused. */
export const refusedCodes = (violations: readonly Violation[]): readonly (keyof CodeLists)[] =>
  violations.map(({ field }) => field).filter(isCodeField);

/** Drops codes that no longer count, with a message, so that they don't block the payment. Undefined if no code was refused. */
export function dropCodes(c: Context, violations: readonly Violation[]): Context | undefined {
  const refused = refusedCodes(violations);
  if (refused.length === 0) return undefined;
  const dropped = setCodes(c, { ...listsOf(c), ...Object.fromEntries(refused.map((field) => [field, []])) });
  return withMessage(dropped, 'method', { kind: 'violations', violations });
}

/** Reports whether two prices are the same to the buyer. */
export const comesToTheSame = (a: Quote, b: Quote): boolean => a.totals.total === b.totals.total && a.totals.taxAmount === b.totals.taxAmount;
