import { useCallback, useEffect, useRef, useState } from 'react';
import { useFlow } from './flow.js';

export interface LookupState<T> {
  data: T | undefined;
  isLoading: boolean;
  failed: boolean;
  retry: () => void;
}

/**
 * Asks for what everyone gets the same answer to. `key` names question and parameters; undefined asks nothing.
 * A failure shows the generic toast and may be tried again.
 */
export function useLookup<T>(key: string | undefined, load: () => Promise<T>): LookupState<T> {
  const { lookup, language, fail } = useFlow();
  const question = key === undefined ? undefined : `${language} ${key}`;
  const [state, setState] = useState<{ key?: string | undefined; question?: string; data?: T; failed?: boolean }>({});
  const [attempt, setAttempt] = useState(0);
  // The question names what is asked: a new function for the same question asks nothing new.
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  }, [load]);
  useEffect(() => {
    if (question === undefined) return undefined;
    let isCurrent = true;
    lookup
      .ask(question, () => latest.current())
      .then(
        (data) => {
          if (isCurrent) setState({ key, question, data });
        },
        (error: unknown) => {
          if (!isCurrent) return;
          setState({ question, failed: true });
          fail(error);
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [lookup, fail, key, question, attempt]);
  const isCurrent = question !== undefined && state.question === question;
  return {
    // After a change of language the old answer stands until the new one is there: a screen that went in between would lose what it holds.
    data: key !== undefined && state.key === key ? state.data : undefined,
    isLoading: question !== undefined && !isCurrent,
    failed: isCurrent && state.failed === true,
    retry: useCallback(() => {
      if (question !== undefined) lookup.forget(question);
      setState({});
      setAttempt((n) => n + 1);
    }, [lookup, question]),
  };
}
