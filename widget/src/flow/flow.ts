import { createContext, useContext, type ComponentType } from 'react';
import type { Api } from '../client/api.js';
import type { FailureMessage } from '../client/failure.js';
import type { Bootstrap } from '../client/types.js';
import type { TextSource } from '../i18n/language.js';
import { useStore } from '../machine/useStore.js';
import type { AccountKeeper, AccountSession } from '../session/account.js';
import type { Track } from './analytics.js';
import type { FlowEvents } from './event.js';
import type { Lookup } from './lookupAnswers.js';
import type { Buyer } from './buyer.js';
import type { Path } from '../session/route.js';
import type { InvitedSession, Notice, ProfessionalSession, Session, SessionKeeper, SignupSession } from '../session/session.js';
import type { ResolvedSetting } from '../session/setting.js';

/** The context of the screens' components, the same for both kinds of buyer. */
export interface Flow {
  setting: ResolvedSetting;
  bootstrap: Bootstrap;
  api: Api;
  keeper: SessionKeeper<Session>;
  /** The calls of the buyer. */
  buyer: Buyer;
  lookup: Lookup;
  /** The brand's header and footer. */
  branded?: { Header: ComponentType; Footer: ComponentType } | undefined;
  /** The login of this tab. */
  account: AccountKeeper;
  /** Goes to a screen; the guards may lead elsewhere. */
  go: (path: Path, options?: { replace?: boolean }) => void;
  /** Returns the address of a screen for a link's href; undefined when embedded, because embedded screens have no address. */
  href: (path: Path) => string | undefined;
  /** Reports whether the user has moved by a step: only then does a heading take the focus. */
  hasMoved: () => boolean;
  /** Shows once, above the next screen, the reason for the change of screen. */
  notify: (notice: Notice) => void;
  /** Handles a failure that ends the sign-up or the invitation. Returns false, without any effect, for other failures. */
  lost: (error: unknown) => boolean;
  /**
   * Handles a failure that concerns no field: a lost session restarts the flow, anything else is shown as a toast.
   * Never throws.
   */
  fail: (error: unknown) => void;
  /** Shows a message for 15 seconds. */
  toast: (message: FailureMessage) => void;
  language: TextSource;
  setLanguage: (language: TextSource) => void;
  emit: <E extends keyof FlowEvents>(event: E, detail: FlowEvents[E]) => void;
  track: Track;
}

/** The flow of a parent's sign-up. */
export interface SignupFlow extends Flow {
  kind: 'signup';
  keeper: SessionKeeper<SignupSession>;
  /** The session of an invited parent; the sign-up doesn't read it. */
  inviteKeeper: SessionKeeper<InvitedSession>;
}

/** The flow of an invited parent. */
export interface InvitedFlow extends Flow {
  kind: 'invited';
  keeper: SessionKeeper<InvitedSession>;
}

const FlowContext = createContext<SignupFlow | InvitedFlow | undefined>(undefined);
export const FlowProvider = FlowContext.Provider;

function useAnyFlow(): SignupFlow | InvitedFlow {
  const flow = useContext(FlowContext);
  if (!flow) throw new Error('a screen needs a flow around it');
  return flow;
}

/** Returns the flow around this screen, for either buyer. */
export const useFlow: () => Flow = useAnyFlow;

/** Returns the flow of the parent's sign-up. */
export function useSignup(): SignupFlow {
  const flow = useAnyFlow();
  if (flow.kind !== 'signup') throw new Error('a screen of the sign-up needs its flow');
  return flow;
}

/** Returns the flow of the invited parent. */
export function useInvited(): InvitedFlow {
  const flow = useAnyFlow();
  if (flow.kind !== 'invited') throw new Error('a screen of an invitation needs its flow');
  return flow;
}

/** Returns the flow around a professional's form. */
export const useProfessional: () => Omit<Flow, 'keeper' | 'buyer'> & { keeper: SessionKeeper<ProfessionalSession> } = useSignup;

export const useSession = (): Session => useStore(useFlow().keeper);
export const useSignupSession = (): SignupSession => useStore(useSignup().keeper);
export const useInvitedSession = (): InvitedSession => useStore(useInvited().keeper);

/** Subscribes to the login. */
export const useAccount = (): AccountSession => useStore(useFlow().account);

/** Reports whether an experiment's variant is Treatment. */
export function useTreatment(key: string): boolean {
  return useFlow().bootstrap.experiments[key] === 'Treatment';
}
