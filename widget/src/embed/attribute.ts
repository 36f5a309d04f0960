import type { FlowSetting } from '../session/setting.js';

/** Attributes that the element reads; a change of any of them restarts the flow. */
export const attributes = [
  'server',
  'locale',
  'theme',
  'appearance',
  'start',
  'first-name',
  'last-name',
  'email',
  'referrer',
  'percentage',
  'selection',
  'invite-user',
  'invite-token',
  'nonce',
  'analytics',
  'instance',
  'flags',
  'heading-level',
  'deep-links',
  'credentials',
  'support-phone',
] as const;

type Attribute = (typeof attributes)[number];

export const starts = ['chooser', 'parents', 'professionals', 'account'] as const;
export const themes = ['light', 'dark', 'auto'] as const;

/** Returns an element's attribute. A brand may be on the script's tag instead, for every element of the page. */
export function attributeOf(element: Element, name: Attribute): string | null {
  const own = element.getAttribute(name);
  return own ?? (name === 'appearance' ? (document.querySelector<HTMLElement>('script[data-appearance]')?.dataset['appearance'] ?? null) : null);
}

/** Reads an element's attributes; missing and unreadable ones take their defaults. */
export function readAttributes(get: (name: Attribute) => string | null): FlowSetting {
  const text = (name: Attribute) => get(name)?.trim() || undefined;
  const oneOf = <T extends string | number>(name: Attribute, values: readonly T[]) => values.find((value) => text(name) === `${value}`);
  const prefill = { firstName: text('first-name'), lastName: text('last-name'), email: text('email') };
  const percentage = Number(text('percentage'));
  const deepLinks = get('deep-links');
  return {
    server: text('server'),
    locale: text('locale'),
    theme: oneOf('theme', themes),
    appearance: text('appearance'),
    start: oneOf('start', starts),
    prefill: Object.fromEntries(Object.entries(prefill).filter(([, value]) => value)),
    referrer: text('referrer'),
    percentage: percentage > 0 && percentage <= 100 ? percentage : undefined,
    selection: text('selection'),
    inviteUser: text('invite-user'),
    inviteToken: text('invite-token'),
    nonce: text('nonce'),
    analytics: text('analytics') !== 'off',
    instance: text('instance'),
    flags: text('flags'),
    deepLinks: deepLinks === null ? undefined : deepLinks.trim() || 'cojoin',
    credentials: oneOf('credentials', ['hosted']),
    supportPhone: text('support-phone'),
    headingLevel: oneOf('heading-level', [1, 2, 3]),
  };
}
