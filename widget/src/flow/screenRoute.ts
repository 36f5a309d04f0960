import type { TextPart } from '../i18n/texts.js';
import type { TextCode } from '../i18n/useText.js';

/** What has to be there before a screen may be seen. */
export type Need =
  | 'nothing'
  /** The experiments let the co-parent status screen be seen. */
  | 'status'
  /** A registration whose routes, as the server answered them, hold this one. */
  | 'registration'
  /** A paid registration whose credentials aren't set. */
  | 'credentials'
  /** Not while the credentials of a paid registration are still to be set. */
  | 'receipt';

/** One row of a table of screens. */
export interface ScreenRoute {
  path: string;
  /** Title of the page, on the hosted page. */
  title: TextCode;
  /** The sentences that the screen says, besides those around every screen. */
  texts: readonly TextPart[];
}

/** A screen of the parent's journey. */
export interface Route extends ScreenRoute {
  needs: Need;
  /** Its place among the four steps, where it has one. */
  step?: 1 | 2 | 3 | 4;
}
