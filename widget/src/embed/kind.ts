import { forAccount, forProfessionals, type FlowSetting } from '../flow/setting.js';

/** The elements, by what they show: the sign-up, the professionals' form, the account page of who has joined. */
export type Kind = 'join' | 'pro' | 'account';

/** What an element's kind decides of its setting. */
export const prepare: Record<Kind, (setting: FlowSetting) => FlowSetting> = {
  join: (setting) => setting,
  pro: forProfessionals,
  account: forAccount,
};
