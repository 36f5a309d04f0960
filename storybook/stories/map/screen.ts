/** A screen of the specification, with its states. */
export interface Screen {
  /** Title of its stories. */
  title: string;
  /** Paths that show it; none for what stands around every screen. */
  paths: readonly string[];
  /** Where the specification describes it: part and section. */
  spec: string;
  /** What the specification asks for, and the story that shows it: the name of its export, after `Title#` where the title is another. */
  states: readonly (readonly [state: string, story: string])[];
}
