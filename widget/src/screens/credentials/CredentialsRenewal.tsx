import type { Violation } from '../../client/types.js';
import { TextField } from '../../fields/index.js';
import { Form } from '../../flow/Form.js';
import { useFormField, useStepForm } from '../../flow/form.js';
import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button, LinkButton, Page } from '../../parts/index.js';
import { validateEmailPrompt } from '../../rules/index.js';

export interface CredentialsRenewalProps extends ScreenProps {
  loginHref: string;
  /** Where a new link was asked for. */
  sentTo?: string | undefined;
  errors?: readonly Violation[] | undefined;
  isBusy: boolean;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onSubmit: (email: string) => void;
}

const blank = { email: '' };
const check = ({ email }: typeof blank) => validateEmailPrompt(email, '').faults.map((fault) => ({ ...fault, field: 'email' }));

/** A mailed link is used up or too old, and only the person knows where a new one may be sent. The answer tells nobody who has an account. */
export function CredentialsRenewal(props: CredentialsRenewalProps) {
  const { top, headingTakesFocus, loginHref, sentTo, errors, isBusy, onSubmit } = props;
  const say = useText();
  const form = useStepForm({ values: blank, check, serverErrors: errors, isBusy, onSubmit: ({ email }) => onSubmit(email) });
  const field = useFormField<string>(form, 'email');
  return (
    <Page heading={say('credentials_title')} subtitle={say('credentials_expired_mailed')} top={top} headingTakesFocus={headingTakesFocus}>
      {sentTo && (
        <Banner tone="success" duration={null}>
          {say('credentials_renewed_mailed', { email: sentTo })}
        </Banner>
      )}
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        <TextField {...field} label={say('field_email')} type="email" inputMode="email" autoComplete="email" isRequired />
        <Actions>
          <Button type="submit" isBusy={isBusy} busyLabel={say('saving')}>
            {say('credentials_renew')}
          </Button>
          <LinkButton href={loginHref}>{say('header_login')}</LinkButton>
        </Actions>
      </Form>
    </Page>
  );
}
