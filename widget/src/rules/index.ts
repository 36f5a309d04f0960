/** The rules of every form: they normalize and reject input with the server's texts and codes. */
export * from './address.js';
export type { RuleCode } from './codes.js';
export * from './consent.js';
export * from './credential.js';
export * from './family.js';
export { limits } from './limits.js';
export * from './parent.js';
export * from './paymentMethods.js';
export * from './professional.js';
export * from './referral.js';
export type { Bounds, Fault, FieldRule, FormRules, FormValues, Rule } from './rule.js';
export { rules } from './rules.js';
export * from './security.js';
export { inviteGuards, stepGuards, type InviteState, type StepState } from './guards.js';
