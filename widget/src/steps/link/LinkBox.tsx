import type { ReactNode } from 'react';
import { TextField } from '../../fields/index.js';
import { Form } from '../../form/Form.js';
import { useFormField, useStepForm } from '../../form/form.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button } from '../../parts/index.js';
import { validateEmailPrompt } from '../../rules/index.js';
import type { LinkRequest } from './useLinkRequest.js';

export interface LinkBoxProps extends LinkRequest {
  /** The field's initial value: the address, if known. */
  email?: string | undefined;
  /** Further ways on, beside the button. */
  children?: ReactNode;
}

const check = ({ email }: { email: string }) => validateEmailPrompt(email, '').faults.map((fault) => ({ ...fault, field: 'email' }));

/**
 * "E-mail me a link": to finish an account, to set a new password, or to replace an invitation's link. The server chooses the link, and
 * its answer is the same for every address, so that it never reveals an account.
 */
export function LinkBox({ email = '', sentTo, errors, isBusy, isSlow, failure, onSubmit, children }: LinkBoxProps) {
  const t = useText();
  const form = useStepForm({ values: { email }, check, serverErrors: errors, isBusy, onSubmit: (values) => onSubmit(values.email) });
  const field = useFormField(form, 'email');
  return (
    <Form form={form} isSlow={isSlow} failure={failure}>
      <TextField {...field} label={t('field_email')} type="email" inputMode="email" autoComplete="email" isRequired />
      <Actions>
        <Button type="submit" isBusy={isBusy} busyLabel={t('saving')}>
          {t('link_send')}
        </Button>
        {children}
      </Actions>
      {sentTo && (
        <Banner tone="success" duration={null}>
          {t('link_sent', { email: sentTo })}
        </Banner>
      )}
    </Form>
  );
}
