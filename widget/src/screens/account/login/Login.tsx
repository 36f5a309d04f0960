import { useState } from 'react';
import { PasswordField, TextField } from '../../../fields/index.js';
import type { Farewell } from '../../../session/account.js';
import { Failure } from '../../../flow/Failure.js';
import type { ScreenProps } from '../../../flow/screen.js';
import { waitText } from '../../../flow/wait.js';
import { useText, type Translate, type TextCode } from '../../../i18n/useText.js';
import { Actions, Banner, Button, FormStack, LinkButton, Page } from '../../../parts/index.js';
import type { Refusal } from './refusal.js';

export interface LoginValues {
  username: string;
  password: string;
}

export interface LoginProps extends ScreenProps {
  /** The reason that the earlier login ended. */
  farewell?: Farewell | undefined;
  refusal?: Refusal | undefined;
  isBusy: boolean;
  isSlow?: boolean | undefined;
  passwordHref: string;
  /** Called instead of following the link. */
  onPassword?: (() => void) | undefined;
  /** Leads to the sign-up; omitted, there is no such link. */
  onSignup?: (() => void) | undefined;
  signupHref?: string | undefined;
  onSubmit: (values: LoginValues) => void;
}

const farewells: Readonly<Record<Farewell, TextCode>> = { left: 'login_left', expired: 'login_expired', not_handed_over: 'login_not_handed_over' };

/** Username and password of an existing account. */
export function Login(props: LoginProps) {
  const { top, headingTakesFocus, farewell, refusal, isBusy, isSlow = false, passwordHref, onPassword, onSignup, signupHref, onSubmit } = props;
  const t = useText();
  const failure = refusal && refusalText(refusal, t);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Page heading={t('login_title')} subtitle={t('login_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      {farewell && (
        <Banner tone={farewell === 'left' ? 'success' : 'info'} duration={null}>
          {t(farewells[farewell])}
        </Banner>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit({ username, password });
        }}
      >
        <FormStack>
          <TextField
            name="username"
            label={t('login_username')}
            value={username}
            onChange={setUsername}
            autoComplete="username"
            autoCapitalize="off"
            isRequired
          />
          <PasswordField
            name="password"
            label={t('login_password')}
            showLabel={t('login_show')}
            hideLabel={t('login_hide')}
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            isRequired
          />
          {failure && <Failure>{failure}</Failure>}
          {isSlow && (
            <Banner tone="info" duration={null}>
              {t('slow_message')}
            </Banner>
          )}
          <Actions>
            <Button type="submit" isBusy={isBusy} busyLabel={t('login_submitting')}>
              {t('login_submit')}
            </Button>
            <LinkButton href={passwordHref} onPress={onPassword}>
              {t('duplicate_forgot')}
            </LinkButton>
          </Actions>
          {onSignup && (
            <p className="cj-page-subtitle">
              {t('login_new')}{' '}
              <LinkButton href={signupHref} onPress={onSignup} placement="inline">
                {t('login_signup')}
              </LinkButton>
            </p>
          )}
        </FormStack>
      </form>
    </Page>
  );
}

function refusalText(refusal: Refusal, t: Translate): string | undefined {
  switch (refusal.reason) {
    case 'missing':
      return t('login_missing');
    case 'wrong':
      return t('login_wrong');
    case 'wait':
      return t('login_wait', { wait: waitText(refusal.seconds, t.lang) });
    case 'failed':
      return t.failure(refusal.message);
  }
}
