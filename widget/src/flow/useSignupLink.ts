import { useMemo, useState } from 'react';
import { Problem } from '../client/failure.js';
import { signupCalls } from '../client/signup.js';
import { useText } from '../i18n/useText.js';
import { useSignup, useSignupSession } from './flow.js';
import { useTask } from './task.js';
import { waitText } from './wait.js';

/** The link that is mailed to the parent's own address, and continues the sign-up on any device. */
export interface SignupLink {
  email: string;
  isSent: boolean;
  isBusy: boolean;
  /** The reason that it couldn't be sent. */
  failure: string | undefined;
  send: () => void;
}

/** Mails the link. Undefined while there is no sign-up to continue. A failure shows only at the `path` where it happened. */
export function useSignupLink(path?: string): SignupLink | undefined {
  const { api } = useSignup();
  const { signupId, registrationKey, registration } = useSignupSession();
  const t = useText();
  const task = useTask();
  const calls = useMemo(() => signupCalls(api), [api]);
  const [isSent, setSent] = useState(false);
  const [seconds, setSeconds] = useState<number>();
  const [sentFrom, setSentFrom] = useState<string>();
  if (!signupId || !registrationKey) return undefined;

  const send = async () => {
    setSeconds(undefined);
    setSentFrom(path);
    try {
      await calls.mailLink({ signupId, registrationKey });
      setSent(true);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || error.retryAfter === undefined) throw error;
      setSeconds(error.retryAfter);
    }
  };
  const failed = seconds === undefined ? t.failure(task.failure) : t('elsewhere_wait', { wait: waitText(seconds, t.lang) });
  return {
    email: registration?.parent?.email ?? '',
    isSent,
    isBusy: task.isBusy,
    failure: sentFrom === path ? failed : undefined,
    send: () => task.run(send),
  };
}
