import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useFlow } from './flow.js';

export interface LookupState<T> {
  data: T | undefined;
  isLoading: boolean;
  failed: boolean;
  retry: () => void;
}

/** An answer or a failure, and what it belongs to. */
interface Outcome<T> {
  key?: string | undefined;
  question: string;
  attempt: number;
  data?: T;
  failed?: boolean;
}

/**
 * Asks for what everyone gets the same answer to. `key` names question and parameters; undefined asks nothing.
 * A failure shows the generic toast and may be tried again.
 */
export function useLookup<T>(key: string | undefined, load: () => Promise<T>): LookupState<T> {
  const { lookup, language, fail } = useFlow();
  const question = key === undefined ? undefined : `${language} ${key}`;
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<T>>();
  // The question names what is asked: a new function for the same question asks nothing new.
  const ask = useEffectEvent((asked: string) => lookup.ask(asked, load));
  const onFailure = useEffectEvent(fail);
  useEffect(() => {
    if (question === undefined) return undefined;
    let isCurrent = true;
    ask(question).then(
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
    // After a change of language the old answer stands until the new one is there: a screen that went in between would lose what it holds.
    data: key !== undefined && last?.key === key ? last.data : undefined,
    isLoading: question !== undefined && !isCurrent,
    failed: isCurrent && last?.failed === true,
    retry: useCallback(() => {
      if (question !== undefined) lookup.forget(question);
      setAttempt((n) => n + 1);
    }, [lookup, question]),
  };
}
