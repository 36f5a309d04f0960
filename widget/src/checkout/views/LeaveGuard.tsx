import { useBlocker } from '@tanstack/react-router';
import { useFlow } from '../../flow/flow.js';
import { useText } from '../../i18n/useText.js';
import { Button, Dialog } from '../../parts/index.js';
import { hasToken } from '../questions.js';
import { useCheckout } from './useCheckout.js';

/** Warns before a saved payment token is lost: by our own dialog within the flow, by the browser's when the page closes. */
export function LeaveGuard() {
  const { get } = useCheckout();
  const { keeper } = useFlow();
  const t = useText();
  // An expired sign-up took its order with it: there is nothing to pay for, and no screen to stay on.
  const wouldLose = () => hasToken(get()) && keeper.get().registration?.order !== undefined;
  const blocker = useBlocker({
    // Another stage is another entry of the same path: nothing is lost.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={t('payment_leave')}
      onDismiss={blocker.reset}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={blocker.reset}>{t('leave_stay')}</Button>
          <Button variant="secondary" onPress={blocker.proceed}>
            {t('leave_go')}
          </Button>
        </>
      }
    >
      <p>{t('leave_text')}</p>
    </Dialog>
  );
}
