import type { HeldSubscription } from '../../client/types.js';
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
  const say = useText();
  const date = day(subscription.endsAt, say, locale);
  return (
    <Dialog
      title={say('account_cancel_title')}
      closeLabel={say('close')}
      onDismiss={onKeep}
      actions={
        <>
          <Button onPress={onCancel} isBusy={isBusy} busyLabel={say('account_cancelling')}>
            {say('account_cancel')}
          </Button>
          <Button variant="secondary" onPress={onKeep}>
            {say('account_keep')}
          </Button>
        </>
      }
    >
      <p>
        {subscription.isOwn
          ? say('account_cancel_own', { date })
          : say(other ? 'account_cancel_of' : 'account_cancel_of_unnamed', { date, name: other })}
      </p>
      <p>{say('account_cancel_mail')}</p>
      {failure && (
        <Banner tone="danger" duration={null}>
          {failure}
        </Banner>
      )}
    </Dialog>
  );
}
