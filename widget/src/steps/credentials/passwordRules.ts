import type { PasswordRule } from '../../fields/index.js';
import type { Translate, TextCode } from '../../i18n/useText.js';
import { passwordRequirements, validatePassword } from '../../rules/index.js';

/** The rules' own texts are commands ("Use at least one letter"); the list shows the password's requirements instead. */
const needs: Partial<Record<string, TextCode>> = {
  validPwdLength_error: 'password_rule_length',
  validPwdLetter_error: 'password_rule_letter',
  validPwdNumber_error: 'password_rule_number',
  validPwdSpecial_error: 'password_rule_symbol',
};

/** Returns the password's own requirements, each met or not. */
export function ownPasswordRules(password: string, t: Translate): PasswordRule[] {
  return passwordRequirements(password).map(({ code, args, isMet }) => {
    const words = needs[code];
    return { id: code, label: words ? t(words) : t.coded(code, { ...args }), isMet };
  });
}

/** Returns all requirements of a password, for a known username and email. */
export function passwordRules(password: string, username: string, email: string, t: Translate): PasswordRule[] {
  const broken = validatePassword(password, username, email).map(({ code }) => code);
  const isTyped = password !== '';
  return [
    ...ownPasswordRules(password, t),
    { id: 'validPwdDupUsername_error', label: t('password_rule_username'), isMet: isTyped && !broken.includes('validPwdDupUsername_error') },
    { id: 'validPwdDupEmail_error', label: t('password_rule_email'), isMet: isTyped && !broken.includes('validPwdDupEmail_error') },
  ];
}
