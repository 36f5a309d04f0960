import type { AccountPage, HeldSubscription } from '../../client/types.js';
import { waitText } from '../../flow/wait.js';
import { dayText } from '../../i18n/day.js';
import type { Translate } from '../../i18n/useText.js';
import { paymentMethods } from '../../rules/index.js';
import type { Trouble } from './machine.js';

/** Formats a date; `locale` is the account page's. */
export const day = (date: string, t: Translate, locale: string | undefined): string => dayText(date, t.lang, locale);

/** Formats a date with its time, like {@link day}. */
export const moment = (date: string, t: Translate, locale: string | undefined): string =>
  dayText(date, t.lang, locale, { dateStyle: 'medium', timeStyle: 'short' });

export function troubleText({ message, seconds }: Trouble, t: Translate): string | undefined {
  if (message.code === 'invitation_not_renewed') return t('account_send_wait', { wait: waitText(seconds ?? 3600, t.lang) });
  if (message.code === 'too_many_tries' && seconds !== undefined) return t('login_wait', { wait: waitText(seconds, t.lang) });
  return t.failure(message);
}

/** Describes a payment method: brand and last four digits of a card, the name of a wallet. */
export function methodText({ paymentType, brand, lastFour }: NonNullable<NonNullable<HeldSubscription['renewal']>['method']>, t: Translate): string {
  const method = Object.values(paymentMethods).find(({ type }) => type === paymentType);
  if (method?.isWallet) return t(method.name);
  if (!lastFour) return brand ?? paymentType;
  return brand ? t('account_card', { brand, lastFour }) : t('receipt_card', { lastFour });
}

/** Describes a renewal's price, with a note if tax comes on top. */
export function priceText({ priceFormatted, taxIncluded, untaxed }: NonNullable<HeldSubscription['renewal']>, t: Translate): string {
  if (untaxed) return priceFormatted;
  return t(taxIncluded ? 'account_price_included' : 'account_price_plus', { amount: priceFormatted });
}

/** Describes a subscription's state. */
export function statusText({ state, renews, cancelledAt }: HeldSubscription, t: Translate): string {
  switch (state) {
    case 'active':
      if (renews) return t('account_status_active');
      return t(cancelledAt ? 'account_status_cancelled' : 'account_status_ending');
    case 'suspended':
      return t('account_status_suspended');
    case 'cancelled':
      return t('account_status_refunded');
    case 'lapsed':
      return t('account_status_lapsed');
    default:
      return t('account_status_ended');
  }
}

/** Reports whether the subscription's term is still running. */
export function isCurrent({ state }: HeldSubscription): boolean {
  return state === 'active' || state === 'suspended';
}

/** Returns the subscriptions to show: the current one of each of the two seats, or else its last one. */
export function shownSubscriptions({ subscriptions }: AccountPage): HeldSubscription[] {
  return [true, false].flatMap((isOwn) => {
    const seat = subscriptions.filter((s) => s.isOwn === isOwn);
    const current = seat.filter(isCurrent);
    return current.length > 0 ? current : seat.slice(0, 1);
  });
}

/** Describes the subscription's owner. The other parent's first name is unknown once the invitation's data were deleted. */
export function ownerText({ isOwn }: HeldSubscription, other: string, t: Translate): string {
  if (isOwn) return t('account_own');
  return other ? t('account_of', { name: other }) : t('account_of_unnamed');
}

/** Returns the first name of the family's other parent. */
export function otherParent({ family, userId, coParent }: AccountPage): string {
  return family.find((member) => member.userId && member.userId !== userId)?.firstName ?? coParent?.firstName ?? '';
}
