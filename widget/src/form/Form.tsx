import type { ReactNode } from 'react';
import { useText } from '../i18n/useText.js';
import { Banner, ErrorSummary, FormStack } from '../parts/index.js';
import { Failure } from '../flow/Failure.js';
import { useSummary, type FieldsForm, type StepForm } from './form.js';

export interface FormProps {
  form: FieldsForm<object> & Pick<StepForm<object>, 'attempt' | 'onSubmit'>;
  /** The reason of the last failure, if no field is at fault. The input is kept. */
  failure?: string | undefined;
  /** The call has been running for more than 10 seconds. */
  isSlow?: boolean | undefined;
  children: ReactNode;
}

/** The form element, with faulty fields listed above it, and the reason of the last failure beside its button. */
export function Form({ form, isSlow = false, failure, children }: FormProps) {
  const t = useText();
  const errors = useSummary(form);
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <FormStack>
        <ErrorSummary title={t('summary_title', { count: errors.length })} errors={errors} attempt={form.attempt} />
        {children}
        {failure && errors.length === 0 && <Failure>{failure}</Failure>}
        {isSlow && (
          <Banner tone="info" duration={null}>
            {t('slow_message')}
          </Banner>
        )}
      </FormStack>
    </form>
  );
}
