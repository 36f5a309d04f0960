import type { ReactNode } from 'react';
import { useText } from '../i18n/useText.js';
import { Banner, ErrorSummary, FormStack } from '../parts/index.js';
import { useSummary, type FieldsForm, type StepForm } from './form.js';

interface FormTopProps {
  form: FieldsForm & Pick<StepForm<object>, 'attempt'>;
  /** Why the last try failed, where no field is at fault. What was typed is kept. */
  failure?: string | undefined;
}

export interface FormProps extends FormTopProps {
  form: FormTopProps['form'] & Pick<StepForm<object>, 'onSubmit'>;
  /** The call has been under way for more than 10 seconds. */
  isSlow?: boolean | undefined;
  children: ReactNode;
}

/** The form element, with what is wrong above it. */
export function Form({ form, isSlow = false, failure, children }: FormProps) {
  const say = useText();
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <FormStack>
        <FormTop form={form} failure={failure} />
        {children}
        {isSlow && (
          <Banner tone="info" duration={null}>
            {say('slow_message')}
          </Banner>
        )}
      </FormStack>
    </form>
  );
}

function FormTop({ form, failure }: FormTopProps) {
  const say = useText();
  const errors = useSummary(form);
  return (
    <>
      <ErrorSummary title={say('summary_title', { count: errors.length })} errors={errors} attempt={form.attempt} />
      {failure && errors.length === 0 && (
        <Banner tone="danger" duration={null}>
          {failure}
        </Banner>
      )}
    </>
  );
}
