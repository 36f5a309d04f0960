import { isConsentRequired, paymentMethods, type Wallet } from '../rules/index.js';
import type { Due } from './effect.js';
import type { Arm, Codes, Context, Means, Method, Offer, Payment, PricedState, SavedCard, StageMessage, Stage, State, Token } from './state.js';

const walks: Readonly<Record<Arm, readonly Stage[]>> = {
  control: ['billing', 'method', 'review'],
  treatment: ['method', 'billing', 'review'],
};

/** Returns the stages, in the order of a variant (arm) of the experiment. */
export const walk = (arm: Arm): readonly Stage[] => walks[arm];

export const isPriced = (state: State): state is PricedState => 'context' in state;

/** Returns the shown stage. */
export function stageOf(state: PricedState): Stage {
  if ('from' in state) return state.from;
  if (state.name === 'billing') return 'billing';
  return state.name.startsWith('method') ? 'method' : 'review';
}

export const isFree = ({ quote }: Pick<Context, 'quote'>): boolean => Number(quote.totals.total) === 0;

/** Returns the amount to pay by a method. */
export const dueOf = ({ quote: { totals }, country, hiddenBrands }: Context): Due => ({
  amount: totals.total,
  currency: totals.currencyCode,
  country,
  hiddenBrands,
});

/** Returns the chosen method's token. */
export const tokenOf = ({ tokens, chosen }: Context): Token | undefined => tokens[chosen];

/** Returns the means of payment; undefined if review must stay closed. */
export function meansOf(c: Context): Means | undefined {
  if (isFree(c)) return { kind: 'nothingDue' };
  const token = tokenOf(c);
  return token && { kind: 'token', token };
}

/** The box for codes is open, and holds no code that counts or an unapplied one. */
export const isIncomplete = ({ isOpen: isShown, typed, promoCodes, paymentCodes }: Codes): boolean =>
  isShown && (promoCodes.length + paymentCodes.length === 0 || typed.trim() !== '');

/** Reports whether Continue is enabled. In the treatment the provider marks wrong card fields; the control's button waits for valid ones. */
export const canContinue = (c: Context): boolean =>
  !isIncomplete(c.codes) && (meansOf(c) !== undefined || (c.chosen === 'creditCard' && (c.isCardValid || c.arm === 'treatment')));

/** The terms are ticked, or need no tick. */
export const isAgreed = ({ country, agreed }: Pick<Context, 'country' | 'agreed'>): boolean =>
  !isConsentRequired(country) || agreed.termsAndConditions === true;

/** Reports whether a stage's tab is enabled. */
export function isOpen(c: Context, stage: Stage): boolean {
  return walk(c.arm).indexOf(stage) <= c.done && (stage !== 'review' || meansOf(c) !== undefined);
}

/** Reports whether a stage can be opened now. */
export const canGo = (state: State, stage: Stage): boolean => isPriced(state) && !state.name.startsWith('paying') && isOpen(state.context, stage);

/** Reports whether an offer holds in a billing country. */
export const isOffered = ({ only, except }: Offer, country: string): boolean =>
  only?.includes(country) !== false && except?.includes(country) !== true;

/** Reports whether a method is offered in a country. */
export const isAllowed = ({ offers }: Pick<Context, 'offers'>, method: Method, country: string): boolean =>
  method === 'creditCard' || offers.some((offer) => offer.wallet === method && isOffered(offer, country));

/** Returns the methods to choose from. The chosen one stays while the device is checked again. */
export function methodsOf({ usable, offers, country, chosen }: Pick<Context, 'usable' | 'offers' | 'country' | 'chosen'>): Method[] {
  const shown = usable.filter((wallet: Wallet) => isAllowed({ offers }, wallet, country));
  return ['creditCard', ...shown, ...(chosen === 'creditCard' || shown.includes(chosen) ? [] : [chosen])];
}

/** Returns the message for a wallet that can't be opened. */
export function walletFailure(wallet: Wallet): StageMessage {
  const { failure } = paymentMethods[wallet];
  return failure ? { kind: 'text', code: failure } : { kind: 'failure', failure: { code: 'unexpected_error' } };
}

/** Returns the order's price as a key for comparisons with earlier bank approvals. */
export const priceOf = ({ shown: { totals } }: Payment): string => totals.total + totals.currencyCode;

/** Returns the card to verify with its bank before the payment is sent; undefined if none is needed, or the bank has approved this price. */
export function cardToVerify(
  { verified, verifiesAll, country }: Pick<Context, 'verified' | 'verifiesAll' | 'country'>,
  payment: Payment,
): SavedCard | undefined {
  const { means } = payment;
  if (means.kind !== 'token' || means.token.method !== 'creditCard') return undefined;
  const { verifiedPrice } = means.token;
  return (verifiedPrice === undefined ? verifiesAll || verified.includes(country) : verifiedPrice !== priceOf(payment)) ? means.token : undefined;
}

/** The server's refusal code for an unproved mailbox. */
export const proveMailbox = 'payment_prove_mailbox';

/** Our mailed link is the way on: the server requires it, or the bank confirmed none of the cards that it must confirm. */
export function needsMailbox({ verifiesAll }: Pick<Context, 'verifiesAll'>, message: StageMessage | undefined): boolean {
  if (message?.kind === 'failure') return message.failure.code === proveMailbox;
  return verifiesAll && message?.kind === 'text' && (message.code === 'payment_unconfirmed' || message.code === 'payment_card_failed');
}

/** Reports whether leaving the page would lose a token: the buyer is asked first. */
export const hasToken = (state: State): boolean => isPriced(state) && Object.values(state.context.tokens).some((token) => token !== undefined);

/** A final state. */
export const isOver = ({ name }: State): boolean => name === 'paid' || name === 'left' || name === 'resumed';
