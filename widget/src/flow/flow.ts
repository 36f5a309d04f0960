import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from '../client/api.js';
import type { Said } from '../client/failure.js';
import type { Bootstrap } from '../client/types.js';
import type { TextSource } from '../i18n/language.js';
import type { Track } from './analytics.js';
import type { FlowEvents } from './event.js';
import type { Lookup } from './lookupAnswers.js';
import type { Buyer } from './buyer.js';
import type { Path } from './route.js';
import type { Notice, Session, SessionKeeper } from './session.js';
import type { ResolvedSetting } from './setting.js';

/** What the screens' wiring works with. */
export interface Flow {
  setting: ResolvedSetting;
  bootstrap: Bootstrap;
  api: Api;
  keeper: SessionKeeper;
  /** What is remembered of an invitation, apart from a sign-up of this tab's own. */
  inviteKeeper: SessionKeeper;
  /** The calls of whoever buys. */
  buyer: Buyer;
  lookup: Lookup;
  /** Goes to a screen; the guards may lead elsewhere. */
  go: (path: Path, options?: { replace?: boolean }) => void;
  /** Address of a screen for a link's href; undefined when embedded, where there is none. */
  href: (path: Path) => string | undefined;
  /** True once the person has moved by a step: then, and only then, a heading takes the focus. */
  hasMoved: () => boolean;
  /** Says once, above the screen that comes next, why the person was brought there. */
  notify: (notice: Notice) => void;
  /** Deals with a failure that ends the sign-up or the invitation; answers false, having done nothing, for any other. */
  lost: (error: unknown) => boolean;
  /**
   * Deals with a failure that has nothing to do with a field: a lost session restarts the flow, anything else is shown as a toast.
   * Throws nothing.
   */
  fail: (error: unknown) => void;
  /** Shows a message for 15 seconds. */
  toast: (said: Said) => void;
  language: TextSource;
  setLanguage: (language: TextSource) => void;
  emit: <E extends keyof FlowEvents>(event: E, detail: FlowEvents[E]) => void;
  track: Track;
}

const FlowContext = createContext<Flow | undefined>(undefined);
export const FlowProvider = FlowContext.Provider;

/** The flow that this screen is part of. */
export function useFlow(): Flow {
  const flow = useContext(FlowContext);
  if (!flow) throw new Error('a screen needs a flow around it');
  return flow;
}

/** What the flow remembers, kept up to date. */
export function useSession(): Session {
  const { keeper } = useFlow();
  return useSyncExternalStore(keeper.subscribe, keeper.get, keeper.get);
}

/** Whether an experiment's arm is Treatment. */
export function useTreatment(key: string): boolean {
  return useFlow().bootstrap.experiments[key] === 'Treatment';
}
