import type { HeldSubscription } from '../../client/types.js';
import { SupportLines } from '../../flow/SupportLines.js';
import type { Support } from '../../flow/support.js';
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
  const say = useText();
  const { packageName, isOwn, endsAt, renews, renewal, due, paidBy, state } = subscription;
  const ends = day(endsAt, say, locale);
  const heading = ownerText(subscription, other, say);
  const details: Detail[] = [
    { id: 'package', label: say('account_package'), value: packageName },
    { id: 'status', label: say('account_status'), value: statusText(subscription, say) },
    { id: 'ends', label: say(endsLabel()), value: ends },
    ...(renewal ? [{ id: 'price', label: say('account_price'), value: priceText(renewal, say) }] : []),
    ...(renewal?.method ? [{ id: 'method', label: say('account_method'), value: methodValue(renewal.method) }] : []),
    ...(paidBy ? [{ id: 'paid by', label: say('account_paid_by'), value: paidBy }] : []),
  ];
  return (
    <Panel heading={heading}>
      {isDone && (
        <div tabIndex={-1} ref={takeFocus}>
          <Banner tone="success" duration={null}>
            {say('account_cancelled', { date: ends })}
          </Banner>
        </div>
      )}
      {renewal?.nextTryAt && (
        <Banner
          tone="warning"
          duration={null}
          action={
            <LinkButton href={replaceHref} onPress={onReplace}>
              {say('method_title')}
            </LinkButton>
          }
        >
          {say('account_retry', { date: day(renewal.nextTryAt, say, locale) })}
        </Banner>
      )}
      {due && (
        <Banner
          tone="warning"
          duration={null}
          action={
            <LinkButton href={replaceHref} onPress={onReplace}>
              {say(due.confirming ? 'due_again' : 'due_title')}
            </LinkButton>
          }
        >
          {due.confirming ? say('account_due_confirming') : say('account_due', { amount: due.amountFormatted })}
        </Banner>
      )}
      <DetailList details={details} />
      {state === 'suspended' && !due && (
        <div>
          <p>{say('account_suspended')}</p>
          <SupportLines support={support} />
        </div>
      )}
      {renewal && (
        <div>
          {/* Screen readers need different names for two such buttons. */}
          <Button variant="secondary" onPress={onCancel} accessibleLabel={isOwn ? undefined : `${say('account_cancel')}: ${heading}`}>
            {say('account_cancel')}
          </Button>
        </div>
      )}
    </Panel>
  );

  function methodValue(method: Parameters<typeof methodText>[0]) {
    return (
      <>
        {methodText(method, say)}{' '}
        <LinkButton placement="inline" href={replaceHref} onPress={onReplace} accessibleLabel={`${say('method_change')}: ${heading}`}>
          {say('method_change')}
        </LinkButton>
      </>
    );
  }

  function endsLabel() {
    if (!isCurrent(subscription)) return 'account_ended';
    return renews ? 'account_renews' : 'account_ends';
  }
}
