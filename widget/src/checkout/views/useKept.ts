import { useSyncExternalStore } from 'react';
import { useFlow } from '../../flow/flow.js';
import type { Session } from '../../flow/session.js';

/** One value of what the flow remembers: a keystroke that is kept as a draft doesn't draw what shows something else. */
export function useKept<T>(select: (session: Session) => T): T {
  const { keeper } = useFlow();
  return useSyncExternalStore(keeper.subscribe, () => select(keeper.get()));
}
