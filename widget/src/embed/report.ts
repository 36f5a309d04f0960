/** What is looked at, in this order. */
export const checks = ['attributes', 'appearance', 'contrast', 'server', 'provider', 'apple_pay', 'host_css', 'color_scheme', 'csp'] as const;

/** One thing that was looked at. */
export interface Finding {
  check: (typeof checks)[number];
  isOk: boolean;
  /** What was found and, where something is wrong, what to do. In English: it is for the page's developer. */
  text: string;
}

/** What an integrator has to know about the page around the flow. */
export interface Report {
  findings: readonly Finding[];
  /** The Content-Security-Policy that the page needs at least, to be pasted. */
  csp: string;
}
