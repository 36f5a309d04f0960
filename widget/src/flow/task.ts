import { useCallback, useEffect, useRef, useState } from 'react';
import { saidOf, ValidationFailure, type Said } from '../client/failure.js';
import type { Violation } from '../client/types.js';
import { useFlow } from './flow.js';
import { slowMs } from './slow.js';

/** A call that a button starts, and what came of it. */
export interface Task {
  isBusy: boolean;
  /** It has been under way for more than 10 seconds. */
  isSlow: boolean;
  /** The fields that the server wants put right; a new array with each answer. */
  violations: readonly Violation[] | undefined;
  /** The failure that no field can put right; `say.failure` says it. */
  failure: Said | undefined;
  /** Runs the call unless one is under way. A lost session restarts the flow; every other failure ends up here, nothing is thrown. */
  run: (call: () => Promise<void>) => void;
  /** Says something of our own beside the form. */
  say: (violations: readonly Violation[]) => void;
}

/** Keeps one call at a time, guarded against a double press even before React has drawn the busy button. */
export function useTask(): Task {
  const { lost, emit } = useFlow();
  const running = useRef(false);
  const mounted = useRef(true);
  const [state, setState] = useState<Pick<Task, 'isBusy' | 'isSlow' | 'violations' | 'failure'>>({
    isBusy: false,
    isSlow: false,
    violations: undefined,
    failure: undefined,
  });
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const run = useCallback(
    (call: () => Promise<void>) => {
      if (running.current) return;
      running.current = true;
      setState({ isBusy: true, isSlow: false, violations: [], failure: undefined });
      const timer = setTimeout(() => setState((s) => (s.isBusy ? { ...s, isSlow: true } : s)), slowMs);
      const finish = (end: Partial<Pick<Task, 'violations' | 'failure'>>) => {
        clearTimeout(timer);
        running.current = false;
        if (mounted.current) setState((s) => ({ ...s, isBusy: false, isSlow: false, ...end }));
      };
      call().then(
        () => finish({}),
        (error: unknown) => {
          if (error instanceof ValidationFailure) {
            finish({ violations: error.violations });
            return;
          }
          if (lost(error)) {
            finish({});
            return;
          }
          const failure = saidOf(error, 'unexpected_error');
          emit('error', { code: failure.code, canContinue: true });
          finish({ failure });
        },
      );
    },
    [lost, emit],
  );
  const say = useCallback((violations: readonly Violation[]) => setState((s) => ({ ...s, violations })), []);
  return { ...state, run, say };
}
