/** What is looked at, in this order. */
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
  /** What was found and, where something is wrong, what to do. In English: it is for the page's developer. */
  text: string;
}

/** A script that runs in the page because of the flow. */
export interface Script {
  url: string;
  /** Who writes it, and can change it. */
  owner: string;
  /** What it does there. */
  purpose: string;
  /** Its hash, as the attribute `integrity` takes it; without one where its owner changes it at any time. */
  integrity?: string | undefined;
}

/** What an integrator has to know about the page around the flow. */
export interface Report {
  findings: readonly Finding[];
  /** The Content-Security-Policy that the page needs at least, to be pasted. */
  csp: string;
  /** For the page's inventory of scripts: docs/pci.md. */
  scripts: readonly Script[];
}
