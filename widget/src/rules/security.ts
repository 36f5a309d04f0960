import type { RuleCode } from './codes.js';
import type { Checked } from './parent.js';
import { Faults, type FormRules } from './rule.js';
import { rules } from './rules.js';
import { normalize } from './text.js';

/** What keeps an account safe. The code's confirmation has to be the code again. */
export const securityQuestionRules = {
  securityQuestion: { rule: rules.securityQuestion },
  securityAnswer: { rule: rules.securityAnswer },
} as const satisfies FormRules;

/** A security question and its answer. */
export function validateSecurityQuestion(question: string, answer: string): Checked<{ securityQuestion: string; securityAnswer: string }> {
  const faults = new Faults();
  const value = faults.checkAll(securityQuestionRules, { securityQuestion: question, securityAnswer: answer });
  return { value, faults: faults.found };
}

/** The 4-digit code and its confirmation. */
export function validateSecurityCode(code: string, confirmation: string): Checked<string> {
  const faults = new Faults();
  const value = faults.check('securityCode', rules.securityCode, code);
  checkConfirmation(faults, 'confirmCode', value, confirmation, 'field_required');
  return { value, faults: faults.found };
}

export function checkConfirmation(faults: Faults, field: string, code: string, confirmation: string, missing: RuleCode): string {
  const again = normalize('text', confirmation);
  if (again === '') faults.add(field, missing);
  else if (again !== code) faults.add(field, 'codeConfirm');
  return again;
}
