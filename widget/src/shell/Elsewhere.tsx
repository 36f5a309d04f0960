import { useRouterState } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import './elsewhere.css';
import { Problem } from '../client/failure.js';
import { signupCalls } from '../client/signup.js';
import { Failure } from '../flow/Failure.js';
import { useSignup, useSignupSession } from '../flow/flow.js';
import { useTask } from '../flow/task.js';
import { waitText } from '../flow/wait.js';
import { useText } from '../i18n/useText.js';
import { LinkButton } from '../parts/index.js';

/** Below a step: a link to the parent's own address, with which they go on on another device. */
export function Elsewhere() {
  const { api } = useSignup();
  const { signupId, registrationKey, registration } = useSignupSession();
  const say = useText();
  const task = useTask();
  const calls = useMemo(() => signupCalls(api), [api]);
  const [isSent, setSent] = useState(false);
  const [seconds, setSeconds] = useState<number>();
  const path = useRouterState({ select: (s) => s.location.pathname });
  const [askedAt, setAskedAt] = useState<string>();
  if (!signupId || !registrationKey) return undefined;

  const send = async () => {
    setSeconds(undefined);
    setAskedAt(path);
    try {
      await calls.mailLink({ signupId, registrationKey });
      setSent(true);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || error.retryAfter === undefined) throw error;
      setSeconds(error.retryAfter);
    }
  };
  const failed = seconds === undefined ? say.failure(task.failure) : say('elsewhere_wait', { wait: waitText(seconds, say.lang) });
  return (
    <div className="cj-elsewhere cj-screen-only">
      {!isSent && (
        <p>
          {say('elsewhere_ask')}{' '}
          <LinkButton placement="inline" onPress={() => task.run(send)}>
            {say(task.isBusy ? 'elsewhere_sending' : 'link_send')}
          </LinkButton>
        </p>
      )}
      <p role="status">{isSent && say('elsewhere_sent', { email: registration?.parent?.email ?? '' })}</p>
      {/* What failed on a step is said on that step. */}
      {failed && askedAt === path && <Failure>{failed}</Failure>}
    </div>
  );
}
