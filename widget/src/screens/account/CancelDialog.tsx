import type { HeldSubscription } from '../../client/types.js';
import { dayOr } from '../../i18n/day.js';
import { useText } from '../../i18n/useText.js';
import { Banner, Button, Dialog } from '../../parts/index.js';
import { day } from './accountText.js';

export interface CancelDialogProps {
  /** The locale of dates. */
  locale: string | undefined;
  subscription: HeldSubscription;
  other: string;
  isBusy: boolean;
  failure?: string | undefined;
  onCancel: () => void;
  onKeep: () => void;
}

/** The confirmation: lists the remaining services and their end. */
export function CancelDialog({ locale, subscription, other, isBusy, failure, onCancel, onKeep }: CancelDialogProps) {
  const t = useText();
  const date = day(dayOr(subscription.endsOn, subscription.endsAt), t, locale);
  return (
    <Dialog
      title={t('account_cancel_title')}
      closeLabel={t('close')}
      onDismiss={onKeep}
      actions={
        <>
          <Button onPress={onCancel} isBusy={isBusy} busyLabel={t('account_cancelling')}>
            {t('account_cancel')}
          </Button>
          <Button variant="secondary" onPress={onKeep}>
            {t('account_keep')}
          </Button>
        </>
      }
    >
      <p>
        {subscription.isOwn ? t('account_cancel_own', { date }) : t(other ? 'account_cancel_of' : 'account_cancel_of_unnamed', { date, name: other })}
      </p>
      <p>{t('account_cancel_mail')}</p>
      {failure && (
        <Banner tone="danger" duration={null}>
          {failure}
        </Banner>
      )}
    </Dialog>
  );
}
