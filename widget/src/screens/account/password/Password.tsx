import { PasswordField } from '../../../fields/index.js';
import type { Violation } from '../../../client/types.js';
import { Form } from '../../../form/Form.js';
import { useFormField, useStepForm } from '../../../form/form.js';
import type { ScreenProps } from '../../../flow/screen.js';
import { useText } from '../../../i18n/useText.js';
import { Actions, Button, Page } from '../../../parts/index.js';
import { validatePassword } from '../../../rules/index.js';
import { ownPasswordRules } from '../../../steps/credentials/passwordRules.js';

export interface PasswordProps extends ScreenProps {
  errors?: readonly Violation[] | undefined;
  isBusy: boolean;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onSubmit: (password: string) => void;
}

const blank = { password: '' };
// The server also checks that the password differs from username and email. Both are unknown here, so they are empty.
const check = ({ password }: typeof blank) => validatePassword(password, '', '');

/** Replaces a forgotten password. */
export function Password({ top, headingTakesFocus, errors, isBusy, isSlow, failure, onSubmit }: PasswordProps) {
  const t = useText();
  const form = useStepForm({ values: blank, check, serverErrors: errors, isBusy, onSubmit: ({ password }) => onSubmit(password) });
  const field = useFormField(form, 'password');
  return (
    <Page heading={t('password_title')} subtitle={t('password_text')} top={top} headingTakesFocus={headingTakesFocus}>
      <Form form={form} isSlow={isSlow} failure={failure}>
        <PasswordField
          {...field}
          label={t('password_new')}
          showLabel={t('credentials_show')}
          hideLabel={t('credentials_hide')}
          rules={ownPasswordRules(field.value, t)}
          rulesLabel={t('credentials_rules')}
          metLabel={t('credentials_met')}
          unmetLabel={t('credentials_unmet')}
          autoComplete="new-password"
          isRequired
        />
        <Actions>
          <Button type="submit" isBusy={isBusy} busyLabel={t('saving')}>
            {t('password_submit')}
          </Button>
        </Actions>
      </Form>
    </Page>
  );
}
