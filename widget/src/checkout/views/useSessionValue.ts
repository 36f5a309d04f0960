import { useSyncExternalStore } from 'react';
import { useFlow } from '../../flow/flow.js';
import type { Session } from '../../session/session.js';

/** Selects a part of the session. A view renders again only when its part changes, so not at each keystroke that is stored as a draft. */
export function useSessionValue<T>(select: (session: Session) => T): T {
  const { keeper } = useFlow();
  return useSyncExternalStore(keeper.subscribe, () => select(keeper.get()));
}
