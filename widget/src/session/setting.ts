import type { Appearance } from '../brand/appearance.js';
import type { Theme } from '../theme/index.js';

/** The flow's first screen: the choice between parents and professionals, one of the two, or the account page. */
export type Start = 'chooser' | 'parents' | 'professionals' | 'account';

/** The embedding page's setting. Everything has a default. */
export interface FlowSetting {
  /** Origin of the Cojoin server, e.g. `https://join.example.com`. Defaults to the script's origin, or the page's own. */
  server?: string | undefined;
  /** BCP 47 tag. Defaults to the page's `lang`, else the browser's. */
  locale?: string | undefined;
  /** Defaults to `auto`: the `color-scheme` of the page around it; light if the page declares none. */
  theme?: Theme | undefined;
  /** The host's brand: colors, type and shapes, header and footer, and sentences. An object, or its JSON. */
  appearance?: Appearance | string | undefined;
  /** Defaults to `chooser`. */
  start?: Start | undefined;
  /** Known data of the visitor. */
  prefill?: { firstName?: string; lastName?: string; email?: string } | undefined;
  /** Referrer key of a discount, with the percentage from its link. */
  referrer?: string | undefined;
  percentage?: number | undefined;
  /** User id and token of an invitation's link, for a flow that begins with it. */
  inviteUser?: string | undefined;
  inviteToken?: string | undefined;
  /** Selection code that preselects a package, e.g. PRE2. */
  selection?: string | undefined;
  /** CSP nonce of the page, for the styles of overlays. */
  nonce?: string | undefined;
  /** Sends analytics events to the server. Defaults to true; `off` is the attribute's value for false. The DOM events are raised either way. */
  analytics?: boolean | 'on' | 'off' | undefined;
  /** Shown if the server doesn't respond or is slow. Defaults to the server's own on the hosted page, and if the script is the server's. */
  supportPhone?: string | undefined;
  /** Separates several flows of one page. Defaults to `main`. */
  instance?: string | undefined;
  /**
   * Name of the query parameter in the page's address that keeps the screen, e.g. `cojoin`, for reloads and bookmarks. Defaults to none: the address
   * stays unchanged.
   */
  deepLinks?: string | undefined;
  /** `hosted` sends the browser to our own page after payment, to set username and password there. Defaults to `embedded`. */
  credentials?: 'embedded' | 'hosted' | undefined;
  /** Forced variants of experiments, outside production. */
  flags?: string | undefined;
  /** Level of the screen's heading. Defaults to 2 when embedded. */
  headingLevel?: 1 | 2 | 3 | undefined;
}

/** The setting with every default filled in. */
export interface ResolvedSetting extends FlowSetting {
  server: string;
  locale: string;
  theme: Theme;
  start: Start;
  analytics: boolean;
  instance: string;
  headingLevel: 1 | 2 | 3;
  /** The page at /app/join: its address, title and language are ours. */
  hosted: boolean;
}

/** Base path of the hosted page's routes. */
export const basePath = '/app/join';

export function resolveSetting(setting: FlowSetting, hosted: boolean): ResolvedSetting {
  return {
    ...setting,
    server: (setting.server ?? '').replace(/\/+$/, ''),
    locale: setting.locale ?? (document.documentElement.lang || navigator.language),
    theme: setting.theme ?? 'auto',
    start: setting.start ?? 'chooser',
    analytics: setting.analytics !== false && setting.analytics !== 'off',
    instance: setting.instance ?? 'main',
    headingLevel: setting.headingLevel ?? (hosted ? 1 : 2),
    hosted,
  };
}

/** Returns the store's key for the sign-up of a site and instance. */
export function sessionKey(setting: Pick<ResolvedSetting, 'server' | 'instance'>): string {
  return `cojoin.${setting.server || location.origin}.${setting.instance}`;
}
