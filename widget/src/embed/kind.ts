import type { FlowSetting } from '../session/setting.js';

/** The elements, by what they show: the sign-up, the professionals' form, the account page of who has joined. */
export type Kind = 'join' | 'pro' | 'account';

/** The setting of the professionals' form alone. A parents' flow on the same page keeps another session. */
export function forProfessionals(setting: FlowSetting): FlowSetting {
  return { ...setting, start: 'professionals', instance: setting.instance ?? 'pro' };
}

/** The setting of the account page alone. A sign-up on the same page keeps another session. */
export function forAccount(setting: FlowSetting): FlowSetting {
  return { ...setting, start: 'account', instance: setting.instance ?? 'account' };
}

/** The settings that an element's kind fixes. */
export const prepare: Record<Kind, (setting: FlowSetting) => FlowSetting> = {
  join: (setting) => setting,
  pro: forProfessionals,
  account: forAccount,
};
