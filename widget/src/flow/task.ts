import { useCallback, useEffect, useRef, useState } from 'react';
import { failureMessage, ValidationFailure, type FailureMessage } from '../client/failure.js';
import type { Violation } from '../client/types.js';
import { useFlow } from './flow.js';
import { useSlow } from './slow.js';

/** The way on from a screen, where a call's answer leads on. */
export type Onward = () => void;

/** A call that a button starts, and what came of it. */
export interface Task {
  isBusy: boolean;
  /** It has been under way for more than 10 seconds. */
  isSlow: boolean;
  /** The fields that the server wants put right; a new array with each answer. */
  violations: readonly Violation[] | undefined;
  /** The failure that no field can put right; `say.failure` says it. */
  failure: FailureMessage | undefined;
  /**
   * Runs the call unless one is under way. A lost session restarts the flow; every other failure ends up here, nothing is thrown. What the call
   * answers is done where its screen is still shown: who has gone back stays where they are.
   */
  run: (call: () => Promise<Onward | void>) => void;
  /** Says something of our own beside the form. */
  say: (violations: readonly Violation[]) => void;
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

/** Keeps one call at a time, guarded against a double press even before React has drawn the busy button. */
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
  const say = useCallback((violations: readonly Violation[]) => setState((s) => ({ ...s, violations })), []);
  return { ...state, isSlow, run, say };
}
