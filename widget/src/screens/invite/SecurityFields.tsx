import { useState } from 'react';
import type { Option } from '../../client/types.js';
import { CodeField, SelectField, TextField } from '../../fields/index.js';
import type { StepForm } from '../../flow/form.js';
import { useText } from '../../i18n/useText.js';
import type { InviteParentValues } from './securityValues.js';

export interface SecurityFieldsProps {
  form: Pick<StepForm<InviteParentValues>, 'bind' | 'values' | 'set' | 'errorOf'>;
  /** Suggested questions, each with the words that are sent. */
  questions: readonly Option[];
}

/** Stands in the list for a question of one's own. */
const own = 'OWN';

/** Security question and answer, and the 4-digit code with its confirmation. */
export function SecurityFields({ form, questions }: SecurityFieldsProps) {
  const say = useText();
  const { securityQuestion } = form.values;
  const suggested = questions.find(({ label }) => label === securityQuestion);
  const [isOwn, setOwn] = useState(securityQuestion !== '' && suggested === undefined);
  const choose = (value: string) => {
    setOwn(value === own);
    form.set({ securityQuestion: questions.find((q) => q.value === value)?.label ?? '' });
  };
  return (
    <>
      <SelectField
        name={isOwn ? 'securityQuestion.choice' : 'securityQuestion'}
        label={say('invite_security_question')}
        placeholder={say('invite_security_question_choose')}
        value={isOwn ? own : (suggested?.value ?? '')}
        onChange={choose}
        options={[...questions, { value: own, label: say('invite_security_question_own') }]}
        errorMessage={isOwn ? undefined : form.errorOf('securityQuestion')}
        isRequired
      />
      {isOwn && <TextField {...form.bind('securityQuestion')} label={say('invite_security_question_text')} autoComplete="off" isRequired />}
      <TextField {...form.bind('securityAnswer')} label={say('invite_security_answer')} autoComplete="off" isRequired />
      <CodeField
        {...form.bind('securityCode')}
        label={say('invite_security_code')}
        description={say('invite_security_code_help')}
        isMasked
        isRequired
      />
      <CodeField {...form.bind('confirmCode')} label={say('invite_security_confirm')} isMasked isRequired />
    </>
  );
}
