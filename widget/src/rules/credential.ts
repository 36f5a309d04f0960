import type { RuleCode } from './codes.js';
import { emailKey, type Checked } from './parent.js';
import { Faults, type Bounds, type Fault } from './rule.js';
import { rules } from './rules.js';
import { folded, normalize } from './text.js';

/** Validates a username; every requirement that it misses is a fault. Only the server can find a taken one. */
export function validateUsername(username: string): Checked<string> {
  const faults = new Faults();
  const value = faults.checkEvery('username', rules.username, username);
  return { value, faults: faults.found };
}

/** Validates a password; every requirement that it misses is a fault. */
export function validatePassword(password: string, username: string, email: string): Fault[] {
  const faults = new Faults();
  const typed = faults.checkEvery('password', rules.password, password);
  if (typed === '') return faults.found;
  if (folded(typed) === usernameKey(username)) faults.add('password', 'validPwdDupUsername_error');
  if (folded(typed) === emailKey(email)) faults.add('password', 'validPwdDupEmail_error');
  return faults.found;
}

function usernameKey(username: string): string {
  return folded(normalize(rules.username.normal, username));
}

/** Returns the requirements of a password, each met or not, for a list beside the field. */
export function passwordRequirements(password: string): { code: RuleCode; args: Bounds | undefined; isMet: boolean }[] {
  const typed = normalize(rules.password.normal, password);
  return rules.password.checks.map(({ code, args, holds }) => ({ code, args, isMet: holds(typed) }));
}
