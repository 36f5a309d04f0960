import * as v from 'valibot';
import type { RuleCode } from './codes.js';
import type { Checked } from './parent.js';
import { Faults, type FormRules, type Rule } from './rule.js';
import { rules } from './rules.js';
import { normalize } from './text.js';

/** A security question and its answer. */
export const securityQuestionRules = {
  securityQuestion: { rule: rules.securityQuestion },
  securityAnswer: { rule: rules.securityAnswer },
} as const satisfies FormRules;

/** A repeated code. Any text is allowed: it must equal the code. */
export const confirmationRule: Rule = {
  normal: 'text',
  checks: [],
  isRequired: true,
  schema: v.pipe(
    v.string(),
    v.transform((typed: string) => normalize('text', typed)),
    v.check((value) => value !== '', 'field_required' satisfies RuleCode),
  ),
};

/** The 4-digit code and its confirmation. */
export const securityCodeRules = {
  securityCode: { rule: rules.securityCode },
  confirmCode: { rule: confirmationRule },
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
  const value = faults.checkAll(securityCodeRules, { securityCode: code, confirmCode: confirmation });
  checkConfirmation(faults, 'confirmCode', value.confirmCode, value.securityCode);
  return { value: value.securityCode, faults: faults.found };
}

/** Compares a code with its confirmation; a missing one has a fault already. */
export function checkConfirmation(faults: Faults, field: string, again: string, code: string): void {
  if (again !== code && !faults.has(field)) faults.add(field, 'codeConfirm');
}
