import { useState } from 'react';
import { SelectField, TextField, type Option } from '../../fields/index.js';
import type { Bound } from '../../form/form.js';
import { useText } from '../../i18n/useText.js';

export interface SecurityQuestionFieldProps extends Bound<string> {
  /** Suggestions; any other question is accepted, too. */
  questions: readonly Option[];
}

const own = 'own';

/** A security question: a suggested one, or the user's own. */
export function SecurityQuestionField({ questions, ...field }: SecurityQuestionFieldProps) {
  const t = useText();
  const isSuggested = questions.some(({ value }) => value === field.value);
  const [choseOwn, setChoseOwn] = useState(false);
  const isOwn = choseOwn || (field.value !== '' && !isSuggested);
  return (
    <>
      <SelectField
        {...field}
        name={isOwn ? 'securityQuestionChoice' : field.name}
        errorMessage={isOwn ? undefined : field.errorMessage}
        value={isOwn ? own : field.value}
        onChange={(value) => {
          setChoseOwn(value === own);
          field.onChange(value === own ? '' : value);
        }}
        label={t('pro_question')}
        placeholder={t('pro_question_choose')}
        options={[...questions, { value: own, label: t('pro_question_own') }]}
        isRequired
      />
      {isOwn && (
        <TextField
          {...field}
          onChange={(value) => {
            // An emptied question is still the user's own.
            setChoseOwn(true);
            field.onChange(value);
          }}
          label={t('pro_question_own_field')}
          autoComplete="off"
          autoCapitalize="sentences"
          spellCheck
          isRequired
        />
      )}
    </>
  );
}
