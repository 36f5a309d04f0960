import { useCallback, useState } from 'react';
import type { Violation } from '../../client/types.js';
import { keptLine, PasswordField, TextField } from '../../fields/index.js';
import { Form } from '../../form/Form.js';
import { useFormField, useStepForm } from '../../form/form.js';
import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Button, Page } from '../../parts/index.js';
import { validatePassword, validateUsername } from '../../rules/index.js';
import type { Consent } from '../../checkout/consent.js';
import { ConsentFields, type ConsentFieldsProps } from '../../checkout/views/ConsentFields.js';
import type { Availability, CredentialsValues } from './machine.js';
import { passwordRules } from './passwordRules.js';

export interface CredentialsProps extends ScreenProps {
  /** Below the heading; defaults to the text after a new payment. */
  subtitle?: string | undefined;
  /** Only without an earlier agreement to the terms: they must be ticked. */
  consent?: (Consent & Omit<ConsentFieldsProps, 'consent'>) | undefined;
  /** The account's email: the password must differ from it. */
  email: string;
  availability: Availability;
  /** The username field lost the focus: check whether the name is free. */
  onUsernameLeft: (username: string) => void;
  /** The username is being edited again. */
  onUsernameTyped: () => void;
  errors?: readonly Violation[] | undefined;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onSubmit: (values: CredentialsValues) => void;
}

const blank: CredentialsValues = { username: '', password: '' };

/** Username and password of the new account. */
export function Credentials(props: CredentialsProps) {
  const { top, headingTakesFocus, subtitle, consent, email, availability, onUsernameLeft, onUsernameTyped, errors, isBusy = false, onSubmit } = props;
  const t = useText();
  const [isLeft, setLeft] = useState(false);
  const check = useCallback(
    (values: CredentialsValues) => [...validateUsername(values.username).faults, ...validatePassword(values.password, values.username, email)],
    [email],
  );
  const form = useStepForm({ values: blank, check, serverErrors: errors, isBusy, onSubmit });
  const nameField = useFormField(form, 'username');
  const passwordField = useFormField(form, 'password');
  const username = nameField.value;
  const password = passwordField.value;
  const own = validateUsername(username).faults[0];
  const usernameMessage = () => {
    if (availability === 'taken') return t.coded('username_taken');
    if (availability === 'unfit') return t.coded('validUsernameRequirement_error');
    if (isLeft && username !== '' && own) return t.violation(own);
    return nameField.errorMessage;
  };
  const nameError = usernameMessage();
  const isRefused =
    availability === 'taken' || availability === 'unfit' || nameField.errorMessage !== undefined || passwordField.errorMessage !== undefined;
  const isInvalid = check({ username, password }).length > 0 || isRefused || (consent?.isRequired === true && !consent.termsAndConditions);
  return (
    <Page heading={t('credentials_title')} subtitle={subtitle ?? t('credentials_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        <TextField
          {...nameField}
          label={t('credentials_username')}
          description={t('credentials_username_help')}
          onChange={(value) => {
            setLeft(false);
            onUsernameTyped();
            nameField.onChange(value);
          }}
          onBlur={() => {
            setLeft(true);
            if (!own) onUsernameLeft(username);
          }}
          errorMessage={nameError}
          announcesError
          autoComplete="username"
          autoCapitalize="off"
          countText={availabilityText() ?? (nameError ? undefined : keptLine)}
          isRequired
        />
        <PasswordField
          {...passwordField}
          label={t('credentials_password')}
          showLabel={t('credentials_show')}
          hideLabel={t('credentials_hide')}
          rules={passwordRules(password, username, email, t)}
          rulesLabel={t('credentials_rules')}
          metLabel={t('credentials_met')}
          unmetLabel={t('credentials_unmet')}
          autoComplete="new-password"
          isRequired
        />
        {consent && <ConsentFields consent={consent} termsHref={consent.termsHref} onConsent={consent.onConsent} />}
        <Actions>
          <Button type="submit" isDisabled={isInvalid && !isBusy} isBusy={isBusy} busyLabel={t('credentials_submitting')}>
            {t('credentials_submit')}
          </Button>
        </Actions>
      </Form>
    </Page>
  );

  function availabilityText(): string | undefined {
    if (availability === 'checking') return t('credentials_username_checking');
    return availability === 'free' ? t('credentials_username_ok') : undefined;
  }
}
