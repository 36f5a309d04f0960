import { useCallback, useEffect, useRef, useState } from 'react';
import { failureMessage, ValidationFailure, type FailureMessage } from '../client/failure.js';
import type { Violation } from '../client/types.js';
import { useFlow } from './flow.js';
import { useSlow } from './slow.js';

/** The way on from a screen after a call's answer. */
export type Onward = () => void;

/** A call behind a button, and its result. */
export interface Task {
  isBusy: boolean;
  /** The call has been running for more than 10 seconds. */
  isSlow: boolean;
  /** The server's faults of fields; a new array with each answer. */
  violations: readonly Violation[] | undefined;
  /** The failure that no field can correct; `t.failure` returns its text. */
  failure: FailureMessage | undefined;
  /**
   * Runs the call unless one is running already. A lost session restarts the flow; every other failure is kept here, and nothing is thrown. The returned
   * way on is taken only if the screen is still shown: a user who has gone back stays there.
   */
  run: (call: () => Promise<Onward | void>) => void;
}

/** Reports whether the screen is still shown: answers may arrive after it has closed. */
export function useMounted(): { readonly current: boolean } {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

/** Allows one call at a time; a double press is ignored even before React has drawn the busy button. */
export function useTask(): Task {
  const { lost, emit } = useFlow();
  const running = useRef(false);
  const mounted = useMounted();
  const [state, setState] = useState<Pick<Task, 'isBusy' | 'violations' | 'failure'>>({
    isBusy: false,
    violations: undefined,
    failure: undefined,
  });
  const isSlow = useSlow(state.isBusy);
  const run = useCallback(
    (call: () => Promise<Onward | void>) => {
      if (running.current) return;
      running.current = true;
      setState({ isBusy: true, violations: [], failure: undefined });
      const finish = (end: Partial<Pick<Task, 'violations' | 'failure'>>) => {
        running.current = false;
        if (mounted.current) setState((s) => ({ ...s, isBusy: false, ...end }));
      };
      call().then(
        (onward) => {
          finish({});
          if (mounted.current) onward?.();
        },
        (error: unknown) => {
          if (error instanceof ValidationFailure) {
            finish({ violations: error.violations });
            return;
          }
          if (lost(error)) {
            finish({});
            return;
          }
          const failure = failureMessage(error, 'unexpected_error');
          emit('error', { code: failure.code, canContinue: true });
          finish({ failure });
        },
      );
    },
    [lost, emit, mounted],
  );
  return { ...state, isSlow, run };
}
