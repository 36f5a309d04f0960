import type { ReactNode } from 'react';
import type { Track } from './analytics.js';
import type { InvitedSession, SessionKeeper, SignupSession } from '../session/session.js';

/** The props of every screen's view, in addition to its own. */
export interface ScreenProps {
  /** The area above the heading: the way back and the step dots. */
  top?: ReactNode;
  /** True if the user came here by a step: the heading then takes the focus. Defaults to false. */
  headingTakesFocus?: boolean | undefined;
}

/**
 * The sessions that a screen may change when it opens. Such a screen exports `enter` in addition to its component: the router calls it once for
 * each opening of the screen, no matter how often React mounts it, and passes the result as props.
 */
export interface Entry {
  signup: SessionKeeper<SignupSession>;
  invited: SessionKeeper<InvitedSession>;
  track: Track;
}
