import { useState } from 'react';
import { PasswordField, TextField } from '../../../fields/index.js';
import type { Farewell } from '../../../session/account.js';
import { Failure } from '../../../flow/Failure.js';
import type { ScreenProps } from '../../../flow/screen.js';
import { waitText } from '../../../flow/wait.js';
import { useText, type Say, type TextCode } from '../../../i18n/useText.js';
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
  const say = useText();
  const failure = refusal && refusalText(refusal, say);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Page heading={say('login_title')} subtitle={say('login_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      {farewell && (
        <Banner tone={farewell === 'left' ? 'success' : 'info'} duration={null}>
          {say(farewells[farewell])}
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
            label={say('login_username')}
            value={username}
            onChange={setUsername}
            autoComplete="username"
            autoCapitalize="off"
            isRequired
          />
          <PasswordField
            name="password"
            label={say('login_password')}
            showLabel={say('login_show')}
            hideLabel={say('login_hide')}
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            isRequired
          />
          {failure && <Failure>{failure}</Failure>}
          {isSlow && (
            <Banner tone="info" duration={null}>
              {say('slow_message')}
            </Banner>
          )}
          <Actions>
            <Button type="submit" isBusy={isBusy} busyLabel={say('login_submitting')}>
              {say('login_submit')}
            </Button>
            <LinkButton href={passwordHref} onPress={onPassword}>
              {say('duplicate_forgot')}
            </LinkButton>
          </Actions>
          {onSignup && (
            <p className="cj-page-subtitle">
              {say('login_new')}{' '}
              <LinkButton href={signupHref} onPress={onSignup} placement="inline">
                {say('login_signup')}
              </LinkButton>
            </p>
          )}
        </FormStack>
      </form>
    </Page>
  );
}

function refusalText(refusal: Refusal, say: Say): string | undefined {
  switch (refusal.why) {
    case 'missing':
      return say('login_missing');
    case 'wrong':
      return say('login_wrong');
    case 'wait':
      return say('login_wait', { wait: waitText(refusal.seconds, say.lang) });
    case 'failed':
      return say.failure(refusal.message);
  }
}
