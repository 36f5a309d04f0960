import type { ReactNode } from 'react';
import type { Track } from './analytics.js';
import type { InvitedSession, SessionKeeper, SignupSession } from './session.js';

/** What every screen's view takes beside its own props. */
export interface ScreenProps {
  /** Stands above the heading: the way back and the step dots. */
  top?: ReactNode;
  /** True when the person came here by a step: the heading then takes the focus. Defaults to false. */
  headingTakesFocus?: boolean | undefined;
}

/**
 * What a screen may change when it is opened. A screen that does so exports `enter` in place of a component: the router calls it once for each
 * time that the screen is opened, however often React mounts what it returns.
 */
export interface Entry {
  signup: SessionKeeper<SignupSession>;
  invited: SessionKeeper<InvitedSession>;
  track: Track;
}
