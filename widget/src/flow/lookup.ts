import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useFlow } from './flow.js';

export interface LookupState<T> {
  data: T | undefined;
  isLoading: boolean;
  failed: boolean;
  retry: () => void;
}

/** An answer or a failure, with its key. */
interface Outcome<T> {
  key?: string | undefined;
  question: string;
  attempt: number;
  data?: T;
  failed?: boolean;
}

/**
 * Loads data that is the same for every visitor. `key` names the look-up and its parameters; undefined loads nothing.
 * A failure shows the generic toast and may be retried.
 */
export function useLookup<T>(key: string | undefined, load: () => Promise<T>): LookupState<T> {
  const { lookup, language, fail } = useFlow();
  const question = key === undefined ? undefined : `${language} ${key}`;
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<T>>();
  // The key decides: a new function with the same key loads nothing.
  const get = useEffectEvent((id: string) => lookup.get(id, load));
  const onFailure = useEffectEvent(fail);
  useEffect(() => {
    if (question === undefined) return undefined;
    let isCurrent = true;
    get(question).then(
      (data) => {
        if (isCurrent) setOutcome({ key, question, attempt, data });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setOutcome({ question, attempt, failed: true });
        onFailure(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, question, attempt]);
  const last = outcome?.attempt === attempt ? outcome : undefined;
  const isCurrent = question !== undefined && last?.question === question;
  return {
    // After a change of language the old answer stays until the new one arrives: without it a screen would lose its input.
    data: key !== undefined && last?.key === key ? last.data : undefined,
    isLoading: question !== undefined && !isCurrent,
    failed: isCurrent && last?.failed === true,
    retry: useCallback(() => {
      if (question !== undefined) lookup.forget(question);
      setAttempt((n) => n + 1);
    }, [lookup, question]),
  };
}
