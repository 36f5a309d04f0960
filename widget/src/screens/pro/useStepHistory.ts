import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isStep, type Step } from './machine.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Step of the professional's form. */
    proStep?: Step;
  }
}

/**
 * Gives each step an entry of its own in the history, so that the browser's Back and Forward go by steps; the address stays /pro.
 * `onStep` is called when the person came to the entry of another step.
 */
export function useStepHistory(step: Step | undefined, onStep: (step: Step) => void): void {
  const navigate = useNavigate();
  const entry = useRouterState({ select: ({ location }) => (location.pathname.endsWith('/pro') ? location.state.proStep : undefined) });
  const before = useRef<{ step?: Step; entry?: Step | undefined }>({});
  useEffect(() => {
    if (step === undefined) return;
    const last = before.current;
    before.current = { step, entry };
    if (entry !== last.entry && isStep(entry)) {
      if (entry !== step) onStep(entry);
    } else if (step !== last.step && step !== entry) {
      // The first step is written onto the entry that led here.
      void navigate({ to: '/pro', replace: entry === undefined, state: (state) => ({ ...state, proStep: step }) });
    }
  }, [step, entry, onStep, navigate]);
}
