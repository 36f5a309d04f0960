import { useMemo, useState } from 'react';
import { LostAnswer } from '../../client/failure.js';
import { createInviteApi } from '../../client/invite.js';
import { useFlow, useInvitedSession } from '../../flow/flow.js';
import { useTask } from '../../flow/task.js';
import { useSupport } from '../../flow/useSupport.js';
import { useText } from '../../i18n/useText.js';
import { useLinkRequest } from '../../steps/link/useLinkRequest.js';
import { Request, type RequestProps } from './Request.js';

export default function RequestScreen() {
  const { api, bootstrap, hasMoved, track } = useFlow();
  const { invite } = useInvitedSession();
  const { email } = useSupport();
  const t = useText();
  const task = useTask();
  const byEmail = useLinkRequest();
  const calls = useMemo(() => createInviteApi(api), [api]);
  const [state, setState] = useState<RequestProps['state']>(invite ? 'form' : 'failed');
  const [hasActed, setActed] = useState(false);
  const show = (next: RequestProps['state']) => {
    setActed(true);
    setState(next);
  };
  return (
    <Request
      headingTakesFocus={hasActed || hasMoved()}
      state={state}
      supportEmail={email}
      loginHref={bootstrap.links.login ?? ''}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={t.failure(task.failure)}
      byEmail={byEmail}
      onRequest={() =>
        task.run(async () => {
          try {
            await calls.renew(invite?.token ?? '');
          } catch (error) {
            // The server didn't refuse it: the same button may be pressed again.
            if (error instanceof LostAnswer) throw error;
            track('Errored', { step: 'invite request' });
            show('failed');
            return;
          }
          track('Invitation Link Requested');
          show('sent');
        })
      }
      onBack={invite ? () => show('form') : undefined}
    />
  );
}
