import type { RouterHistory } from '@tanstack/react-router';
import { canGo, isPriced, stageOf, walk } from './questions.js';
import type { Stage } from './state.js';
import type { Checkout } from './store.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The stage of the checkout that the entry shows; without one, its first. */
    stage?: Stage;
  }
}

/**
 * Gives each stage of a checkout an entry of its own in the browser's history, so that Back leads to the view before. Where an entry's stage
 * isn't open any more, the one that is shown stays. `onStage` is told of each that is entered. Answers how to stop.
 */
export function keepStageHistory(
  history: RouterHistory,
  checkout: Pick<Checkout, 'get' | 'subscribe' | 'send'>,
  onStage: (stage: Stage, path: string) => void,
): () => void {
  const { pathname } = history.location;
  const shown = () => {
    const state = checkout.get();
    return isPriced(state) ? { stage: stageOf(state), first: walk(state.context.arm)[0] } : undefined;
  };
  /** The stage of the entry that the history is at. */
  const entered = (first: Stage | undefined) => history.location.state.stage ?? first;
  const replace = (stage: Stage) => history.replace(history.location.href, { ...history.location.state, stage });

  let now = shown();
  if (now) onStage(now.stage, pathname);
  if (now && entered(now.first) !== now.stage) replace(now.stage);
  const stopStages = checkout.subscribe(() => {
    const next = shown();
    const hasChanged = next?.stage !== now?.stage;
    now = next;
    if (!next || !hasChanged) return;
    onStage(next.stage, pathname);
    if (history.location.pathname === pathname && entered(next.first) !== next.stage) history.push(history.location.href, { stage: next.stage });
  });
  const stopHistory = history.subscribe(({ location, action }) => {
    if (!now || location.pathname !== pathname || action.type === 'PUSH' || action.type === 'REPLACE') return;
    const asked = entered(now.first);
    if (asked === undefined || asked === now.stage) return;
    if (canGo(checkout.get(), asked)) checkout.send({ type: 'SELECT', stage: asked });
    else replace(now.stage);
  });
  return () => {
    stopStages();
    stopHistory();
  };
}
