import { useMemo, useState } from 'react';
import { credentialsCalls } from '../../client/credentials.js';
import type { Violation } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';

/** A request for a link by mail, and its result. */
export interface LinkRequest {
  /** The address of the last link, if an account there can use one. */
  sentTo?: string | undefined;
  errors?: readonly Violation[] | undefined;
  isBusy: boolean;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onSubmit: (email: string) => void;
}

export function useLinkRequest(): LinkRequest {
  const { api } = useFlow();
  const t = useText();
  const task = useTask();
  const calls = useMemo(() => credentialsCalls(api), [api]);
  const [sentTo, setSentTo] = useState<string>();
  return {
    sentTo,
    errors: task.violations,
    isBusy: task.isBusy,
    isSlow: task.isSlow,
    failure: t.failure(task.failure),
    onSubmit: (email) =>
      task.run(async () => {
        setSentTo(undefined);
        await calls.mailLink(email);
        setSentTo(email);
      }),
  };
}
