import type { ReactNode } from 'react';
import type { Track } from './analytics.js';
import type { InvitedSession, SessionKeeper, SignupSession } from '../session/session.js';

/** The props of every screen's view beside its own. */
export interface ScreenProps {
  /** Stands above the heading: the way back and the step dots. */
  top?: ReactNode;
  /** True when the person came here by a step: the heading then takes the focus. Defaults to false. */
  headingTakesFocus?: boolean | undefined;
}

/**
 * The sessions that a screen may change when it is opened. Such a screen exports `enter` beside its component: the router calls it once for
 * each opening of the screen, however often React mounts it, and passes the result as props.
 */
export interface Entry {
  signup: SessionKeeper<SignupSession>;
  invited: SessionKeeper<InvitedSession>;
  track: Track;
}
