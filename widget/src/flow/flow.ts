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
  toast: (message: FailureMessage) => void;
  language: TextSource;
  setLanguage: (language: TextSource) => void;
  emit: <E extends keyof FlowEvents>(event: E, detail: FlowEvents[E]) => void;
  track: Track;
}

/** The flow of a parent who signs up. */
export interface SignupFlow extends Flow {
  kind: 'signup';
  keeper: SessionKeeper<SignupSession>;
  /** The session of an invited parent; nothing of the sign-up reads it. */
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

/** The flow that this screen is part of, for either buyer. */
export const useFlow: () => Flow = useAnyFlow;

/** The flow of the parent who signs up. */
export function useSignup(): SignupFlow {
  const flow = useAnyFlow();
  if (flow.kind !== 'signup') throw new Error('a screen of the sign-up needs its flow');
  return flow;
}

/** The flow of the invited parent. */
export function useInvited(): InvitedFlow {
  const flow = useAnyFlow();
  if (flow.kind !== 'invited') throw new Error('a screen of an invitation needs its flow');
  return flow;
}

/** The flow around a professional's form. */
export const useProfessional: () => Omit<Flow, 'keeper' | 'buyer'> & { keeper: SessionKeeper<ProfessionalSession> } = useSignup;

export const useSession = (): Session => useStore(useFlow().keeper);
export const useSignupSession = (): SignupSession => useStore(useSignup().keeper);
export const useInvitedSession = (): InvitedSession => useStore(useInvited().keeper);

/** Subscribes to the login. */
export const useAccount = (): AccountSession => useStore(useFlow().account);

/** Reports whether an experiment's arm is Treatment. */
export function useTreatment(key: string): boolean {
  return useFlow().bootstrap.experiments[key] === 'Treatment';
}
