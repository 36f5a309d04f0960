import type { PasswordRule } from '../../fields/index.js';
import type { Say, TextCode } from '../../i18n/useText.js';
import { passwordRequirements, validatePassword } from '../../rules/index.js';

/** The rules' own words are orders ("Use at least one letter"); in the list they are what the password needs. */
const needs: Partial<Record<string, TextCode>> = {
  validPwdLength_error: 'password_rule_length',
  validPwdLetter_error: 'password_rule_letter',
  validPwdNumber_error: 'password_rule_number',
  validPwdSpecial_error: 'password_rule_symbol',
};

/** The password's own requirements, each met or not. */
export function ownPasswordRules(password: string, say: Say): PasswordRule[] {
  return passwordRequirements(password).map(({ code, args, isMet }) => {
    const words = needs[code];
    return { id: code, label: words ? say(words) : say.coded(code, { ...args }), isMet };
  });
}

/** All that a password needs, where username and e-mail are known. */
export function passwordRules(password: string, username: string, email: string, say: Say): PasswordRule[] {
  const broken = validatePassword(password, username, email).map(({ code }) => code);
  const isTyped = password !== '';
  return [
    ...ownPasswordRules(password, say),
    { id: 'validPwdDupUsername_error', label: say('password_rule_username'), isMet: isTyped && !broken.includes('validPwdDupUsername_error') },
    { id: 'validPwdDupEmail_error', label: say('password_rule_email'), isMet: isTyped && !broken.includes('validPwdDupEmail_error') },
  ];
}
