/** A screen of the specification, with its states. */
export interface Screen {
  /** Title of its stories. */
  title: string;
  /** Paths that show it; none for what stands around every screen. */
  paths: readonly string[];
  /** The specification's part and section. */
  spec: string;
  /** A requirement of the specification, and its story: the name of its export, after `Title#` where the title is another. */
  states: readonly (readonly [state: string, story: string])[];
}
