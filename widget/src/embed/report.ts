/** The checks, in this order. */
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

/** One thing that was looked at. */
export interface Finding {
  check: (typeof checks)[number];
  isOk: boolean;
  /** The finding and, for a fault, its remedy. In English: its reader is the page's developer. */
  text: string;
}

/** A script that runs in the page because of the flow. */
export interface Script {
  url: string;
  /** The party that writes it, and can change it. */
  owner: string;
  /** Its purpose there. */
  purpose: string;
  /** Its hash, as the attribute `integrity` takes it; without one where its owner changes it at any time. */
  integrity?: string | undefined;
}

/** The integrator's report on the page around the flow. */
export interface Report {
  findings: readonly Finding[];
  /** The Content-Security-Policy that the page needs at least, to be pasted. */
  csp: string;
  /** For the page's inventory of scripts: docs/pci.md. */
  scripts: readonly Script[];
}
