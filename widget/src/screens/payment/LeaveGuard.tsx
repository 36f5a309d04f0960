import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useText } from '../../i18n/useText.js';
import { Button, Dialog } from '../../parts/index.js';

export interface LeaveGuardProps {
  /** A payment token is saved. */
  isOn: boolean;
  /** Paid: then nothing is lost by going on. */
  isPaid: RefObject<boolean>;
}

/** Asks before a saved payment token is lost: in our own words within the flow, in the browser's when the page itself is left. */
export function LeaveGuard({ isOn, isPaid }: LeaveGuardProps) {
  const say = useText();
  const blocker = useBlocker({
    shouldBlockFn: () => isOn && !isPaid.current,
    enableBeforeUnload: () => isOn && !isPaid.current,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={say('payment_leave')}
      onDismiss={blocker.reset}
      closeLabel={say('close')}
      actions={
        <>
          <Button onPress={blocker.reset}>{say('leave_stay')}</Button>
          <Button variant="secondary" onPress={blocker.proceed}>
            {say('leave_go')}
          </Button>
        </>
      }
    >
      <p>{say('leave_text')}</p>
    </Dialog>
  );
}
