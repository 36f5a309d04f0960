import type { FlowSetting } from '../session/setting.js';

/** The elements by content: the sign-up, the professionals' form, the account page for members. */
export type Kind = 'join' | 'pro' | 'account';

/** Limits a flow to the professionals' form. A parents' flow on the same page keeps another session. */
export function forProfessionals(setting: FlowSetting): FlowSetting {
  return { ...setting, start: 'professionals', instance: setting.instance ?? 'pro' };
}

/** Limits a flow to the account page. A sign-up on the same page keeps another session. */
export function forAccount(setting: FlowSetting): FlowSetting {
  return { ...setting, start: 'account', instance: setting.instance ?? 'account' };
}

/** The fixed settings of each kind of element. */
export const prepare: Record<Kind, (setting: FlowSetting) => FlowSetting> = {
  join: (setting) => setting,
  pro: forProfessionals,
  account: forAccount,
};
