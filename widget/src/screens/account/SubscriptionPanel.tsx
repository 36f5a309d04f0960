import type { HeldSubscription } from '../../client/types.js';
import { SupportLines } from '../../flow/SupportLines.js';
import type { Support } from '../../flow/support.js';
import { dayOr } from '../../i18n/day.js';
import { useText } from '../../i18n/useText.js';
import { Banner, Button, DetailList, LinkButton, Panel, type Detail } from '../../parts/index.js';
import { day, isCurrent, methodText, ownerText, priceText, statusText } from './accountText.js';

export interface SubscriptionPanelProps {
  /** The locale of dates. */
  locale: string | undefined;
  subscription: HeldSubscription;
  /** First name of the other parent, the owner of a subscription that isn't the reader's. */
  other: string;
  support: Support;
  /** It has just been canceled. */
  isDone: boolean;
  onCancel: () => void;
  /** Leads to the form for another card. */
  onReplace: () => void;
  replaceHref?: string | undefined;
}

/** The pressed button has disappeared with the renewal. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** One subscription: its end, price, payment method or payer, and the button that cancels it. */
export function SubscriptionPanel({ locale, subscription, other, support, isDone, onCancel, onReplace, replaceHref }: SubscriptionPanelProps) {
  const t = useText();
  const { packageName, isOwn, endsOn, endsAt, renews, renewal, due, paidBy, state } = subscription;
  const ends = day(dayOr(endsOn, endsAt), t, locale);
  const heading = ownerText(subscription, other, t);
  const details: Detail[] = [
    { id: 'package', label: t('account_package'), value: packageName },
    { id: 'status', label: t('account_status'), value: statusText(subscription, t) },
    { id: 'ends', label: t(endsLabel()), value: ends },
    ...(renewal ? [{ id: 'price', label: t('account_price'), value: priceText(renewal, t) }] : []),
    ...(renewal?.method ? [{ id: 'method', label: t('account_method'), value: methodValue(renewal.method) }] : []),
    ...(paidBy ? [{ id: 'paid by', label: t('account_paid_by'), value: paidBy }] : []),
  ];
  return (
    <Panel heading={heading}>
      {isDone && (
        <div tabIndex={-1} ref={takeFocus}>
          <Banner tone="success" duration={null}>
            {t('account_cancelled', { date: ends })}
          </Banner>
        </div>
      )}
      {renewal?.nextTryAt && (
        <Banner
          tone="warning"
          duration={null}
          action={
            <LinkButton href={replaceHref} onPress={onReplace}>
              {t('method_title')}
            </LinkButton>
          }
        >
          {t('account_retry', { date: day(dayOr(renewal.nextTryOn, renewal.nextTryAt), t, locale) })}
        </Banner>
      )}
      {due && (
        <Banner
          tone="warning"
          duration={null}
          action={
            <LinkButton href={replaceHref} onPress={onReplace}>
              {t(due.confirming ? 'due_again' : 'due_title')}
            </LinkButton>
          }
        >
          {due.confirming ? t('account_due_confirming') : t('account_due', { amount: due.amountFormatted })}
        </Banner>
      )}
      <DetailList details={details} />
      {state === 'suspended' && !due && (
        <div>
          <p>{t('account_suspended')}</p>
          <SupportLines support={support} />
        </div>
      )}
      {renewal && (
        <div>
          {/* Screen readers need different names for two such buttons. */}
          <Button variant="secondary" onPress={onCancel} accessibleLabel={isOwn ? undefined : `${t('account_cancel')}: ${heading}`}>
            {t('account_cancel')}
          </Button>
        </div>
      )}
    </Panel>
  );

  function methodValue(method: Parameters<typeof methodText>[0]) {
    return (
      <>
        {methodText(method, t)}{' '}
        <LinkButton placement="inline" href={replaceHref} onPress={onReplace} accessibleLabel={`${t('method_change')}: ${heading}`}>
          {t('method_change')}
        </LinkButton>
      </>
    );
  }

  function endsLabel() {
    if (!isCurrent(subscription)) return 'account_ended';
    return renews ? 'account_renews' : 'account_ends';
  }
}
