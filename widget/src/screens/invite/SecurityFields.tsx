import { useState } from 'react';
import type { Option } from '../../client/types.js';
import { SelectField } from '../../fields/index.js';
import { CodeFormField } from '../../form/CodeFormField.js';
import { useFormField, type FieldsForm } from '../../form/form.js';
import { defineTable, FormField } from '../../form/FormField.js';
import { useText } from '../../i18n/useText.js';
import { securityCodeRules, securityQuestionRules } from '../../rules/index.js';

const table = defineTable(
  { ...securityQuestionRules, ...securityCodeRules },
  {
    securityQuestion: { kind: 'text', label: 'invite_security_question_text' },
    securityAnswer: { kind: 'text', label: 'invite_security_answer', help: 'invite_security_answer_help' },
    securityCode: { kind: 'code', label: 'invite_security_code', help: 'invite_security_code_help' },
    confirmCode: { kind: 'code', label: 'invite_security_confirm' },
  },
);

export interface SecurityFieldsProps {
  form: FieldsForm<Readonly<Record<keyof typeof table, string>>>;
  /** Suggested questions; the value is the text to send. */
  questions: readonly Option[];
}

/** The list's value for a question of the user's own. */
const own = 'OWN';

/** Security question and answer, and the 4-digit code with its confirmation. */
export function SecurityFields({ form, questions }: SecurityFieldsProps) {
  const t = useText();
  const question = useFormField(form, 'securityQuestion');
  const suggested = questions.find(({ label }) => label === question.value);
  const [choseOwn, setChoseOwn] = useState(false);
  // After a reload, the suggestions may arrive later than the kept question.
  const isOwn = choseOwn || (question.value !== '' && suggested === undefined);
  const common = { form, table };
  const choose = (value: string) => {
    setChoseOwn(value === own);
    question.onChange(questions.find((q) => q.value === value)?.label ?? '');
  };
  return (
    <>
      <SelectField
        name={isOwn ? 'securityQuestion.choice' : 'securityQuestion'}
        label={t('invite_security_question')}
        placeholder={t('invite_security_question_choose')}
        value={isOwn ? own : (suggested?.value ?? '')}
        onChange={choose}
        options={[...questions, { value: own, label: t('invite_security_question_own') }]}
        errorMessage={isOwn ? undefined : question.errorMessage}
        isRequired
      />
      {isOwn && (
        <FormField
          {...common}
          name="securityQuestion"
          onChange={(words) => {
            // An emptied question is still the user's own.
            setChoseOwn(true);
            question.onChange(words);
          }}
        />
      )}
      <FormField {...common} name="securityAnswer" />
      <CodeFormField {...common} name="securityCode" />
      <CodeFormField {...common} name="confirmCode" />
    </>
  );
}
