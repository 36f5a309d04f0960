import type { Appearance } from '../brand/appearance.js';
import type { Theme } from '../theme/index.js';

/** The flow's beginning: the choice between parents and professionals, one of the two, or the account page. */
export type Start = 'chooser' | 'parents' | 'professionals' | 'account';

/** The embedding page's setting. Everything has a default. */
export interface FlowSetting {
  /** Origin of the Cojoin server, e.g. `https://join.example.com`. Defaults to the origin that the script came from, or the page's own. */
  server?: string | undefined;
  /** BCP 47 tag. Defaults to the page's `lang`, else the browser's. */
  locale?: string | undefined;
  /** Defaults to `auto`: the `color-scheme` of the page around it; light where that says nothing. */
  theme?: Theme | undefined;
  /** The host's brand: colours, type and shapes, what is around the screens, and sentences. An object, or its JSON. */
  appearance?: Appearance | string | undefined;
  /** Defaults to `chooser`. */
  start?: Start | undefined;
  /** Known data of the visitor. */
  prefill?: { firstName?: string; lastName?: string; email?: string } | undefined;
  /** Referrer key of a discount, with the percentage that its link named. */
  referrer?: string | undefined;
  percentage?: number | undefined;
  /** Of an invitation's link, where the flow begins with it: user id and token. */
  inviteUser?: string | undefined;
  inviteToken?: string | undefined;
  /** Selection code that preselects a package, e.g. PRE2. */
  selection?: string | undefined;
  /** CSP nonce of the page, for the styles that overlays need. */
  nonce?: string | undefined;
  /** Sends analytics events to the server. Defaults to true; `off` is the attribute's word for false. The DOM events are raised either way. */
  analytics?: boolean | 'on' | 'off' | undefined;
  /** Named where the server doesn't answer or takes long. Defaults to the server's own where the script comes from it; on the hosted page, too. */
  supportPhone?: string | undefined;
  /** Tells several flows of one page apart. Defaults to `main`. */
  instance?: string | undefined;
  /**
   * Name of the query parameter of the page's address that keeps the screen, e.g. `cojoin`: a reload or a bookmark comes back to it. Defaults to
   * none: the address is not touched.
   */
  deepLinks?: string | undefined;
  /** `hosted` asks for username and password on our own page, which the browser is sent to after payment. Defaults to `embedded`. */
  credentials?: 'embedded' | 'hosted' | undefined;
  /** Forced arms of experiments, outside production. */
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
  /** The page at /app/join, whose address, title and language are ours. */
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
