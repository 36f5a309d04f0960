import { useCallback } from 'react';
import type { Violation } from '../../client/types.js';
import { TextField } from '../../fields/index.js';
import { useFormField, useStepForm, useSummary } from '../../form/form.js';
import { Failure } from '../../flow/Failure.js';
import { useText } from '../../i18n/useText.js';
import { Button, Dialog, FormStack, LinkButton } from '../../parts/index.js';
import { validateEmailPrompt } from '../../rules/index.js';

export interface EmailPromptProps {
  /** The parent's own address: the co-parent's must be another. */
  parentEmail: string;
  errors?: readonly Violation[] | undefined;
  failure?: string | undefined;
  isBusy: boolean;
  onSubmit: (email: string) => void;
  onSkip: () => void;
  /** Back to the co-parent step, to change more than the address. */
  onChange: () => void;
}

const blank = { email: '' };

/** Asks once more for the co-parent's email before payment; it may be skipped without a reason. */
export function EmailPrompt({ parentEmail, errors, failure, isBusy, onSubmit, onSkip, onChange }: EmailPromptProps) {
  const t = useText();
  const check = useCallback((values: typeof blank) => validateEmailPrompt(values.email, parentEmail).faults, [parentEmail]);
  const form = useStepForm({ values: blank, check, serverErrors: errors, isBusy, onSubmit: ({ email }) => onSubmit(email) });
  const field = useFormField(form, 'email');
  const [first] = useSummary(form);
  return (
    <Dialog
      title={t('prompt_title')}
      onDismiss={onSkip}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={form.onSubmit} isBusy={isBusy} busyLabel={t('saving')}>
            {t('prompt_submit')}
          </Button>
          <Button variant="secondary" onPress={onSkip}>
            {t('prompt_skip')}
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit}>
        <FormStack>
          <p>{t('prompt_text')}</p>
          {failure && <Failure>{failure}</Failure>}
          <TextField
            {...field}
            label={t('prompt_field')}
            placeholder={t('prompt_field')}
            errorMessage={field.errorMessage ?? first?.message}
            announcesError
            type="email"
            inputMode="email"
            autoComplete="off"
            isRequired
          />
          <LinkButton onPress={onChange}>{t('prompt_change')}</LinkButton>
        </FormStack>
      </form>
    </Dialog>
  );
}
