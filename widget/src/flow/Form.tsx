import type { ReactNode } from 'react';
import { useText } from '../i18n/useText.js';
import { Banner, ErrorSummary, FormStack } from '../parts/index.js';
import type { StepForm } from './form.js';

export interface FormProps<V extends object> {
  form: StepForm<V>;
  /** The call has been under way for more than 10 seconds. */
  isSlow?: boolean | undefined;
  /** Why the last try failed, where no field is at fault. What was typed is kept. */
  failure?: string | undefined;
  children: ReactNode;
}

/** The form element, with what is wrong above it. */
export function Form<V extends object>({ form, isSlow = false, failure, children }: FormProps<V>) {
  const say = useText();
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <FormStack>
        <ErrorSummary {...form.summary} />
        {failure && form.summary.errors.length === 0 && (
          <Banner tone="danger" duration={null}>
            {failure}
          </Banner>
        )}
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
