/** A screen of the specification, with its states. */
export interface Screen {
  /** Title of its stories. */
  title: string;
  /** Its paths; empty for the parts around every screen. */
  paths: readonly string[];
  /** The specification's part and section. */
  spec: string;
  /** A requirement of the specification, and its story: the name of its export, after `Title#` if it has another title. */
  states: readonly (readonly [state: string, story: string])[];
}
