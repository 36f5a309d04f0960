import type { ReactNode } from 'react';

/** What every screen's view takes beside its own props. */
export interface ScreenProps {
  /** Stands above the heading: the way back and the step dots. */
  top?: ReactNode;
  /** True when the person came here by a step: the heading then takes the focus. Defaults to false. */
  headingTakesFocus?: boolean | undefined;
}
