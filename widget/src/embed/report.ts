/** The checks, in report order. */
export const checks = [
  'attributes',
  'appearance',
  'contrast',
  'server',
  'version',
  'loader',
  'sheets',
  'provider',
  'apple_pay',
  'host_css',
  'color_scheme',
  'shifts',
  'csp',
] as const;

/** The result of one check. */
export interface Finding {
  check: (typeof checks)[number];
  isOk: boolean;
  /** The finding and, for a fault, its remedy. In English: the reader is the page's developer. */
  text: string;
}

/** A script that runs in the page because of the flow. */
export interface Script {
  url: string;
  /** The party that publishes it and can change it. */
  owner: string;
  /** Its purpose there. */
  purpose: string;
  /** Its hash for the attribute `integrity`; missing if its owner changes it at any time. */
  integrity?: string | undefined;
}

/** The integrator's report on the page around the flow. */
export interface Report {
  findings: readonly Finding[];
  /** The minimal Content-Security-Policy for the page, ready to paste. */
  csp: string;
  /** For the page's inventory of scripts: docs/pci.md. */
  scripts: readonly Script[];
}
