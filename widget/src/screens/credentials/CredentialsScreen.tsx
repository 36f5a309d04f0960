import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { credentialsCalls } from '../../client/credentials.js';
import { Problem, ValidationFailure } from '../../client/failure.js';
import { useFlow, useSession } from '../../flow/flow.js';
import { basePath } from '../../flow/setting.js';
import { RetryKey } from '../../flow/retryKey.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';
import { Spinner } from '../../parts/index.js';
import { Credentials, type Availability, type CredentialsProps, type CredentialsValues } from './Credentials.js';
import { CredentialsDone, type CredentialsDoneProps } from './CredentialsDone.js';
import { CredentialsExpired } from './CredentialsExpired.js';
import { CredentialsRenewal } from './CredentialsRenewal.js';
import { CredentialsSaved } from './CredentialsSaved.js';

/** How long the login may keep the word that the credentials are saved from being said. */
const loginPatienceMs = 5000;

export default function CredentialsScreen() {
  const { go, setting } = useFlow();
  const { paid, mailedToken } = useSession();
  const say = useText();
  // The token is forgotten once it is used up; the screen stays what it was.
  const [isMailed] = useState(!paid);
  const elsewhere = setting.credentials === 'hosted' && !setting.hosted && paid?.clickToJoinToken;
  useEffect(() => {
    // The token goes in the fragment, where neither logs nor referrers see it.
    if (elsewhere) location.assign(`${setting.server}${basePath}/credentials#token=${encodeURIComponent(elsewhere)}`);
  }, [elsewhere, setting.server]);
  const toReceipt = useCallback(() => go('/receipt', { replace: true }), [go]);
  if (elsewhere) return <Spinner size="large" label={say('loading')} />;
  return (
    <CredentialsStep
      token={paid?.clickToJoinToken ?? mailedToken ?? ''}
      email={paid?.registration?.parent?.email ?? ''}
      isMailed={isMailed}
      subtitle={isMailed ? say('credentials_subtitle_mailed') : undefined}
      onDone={toReceipt}
    />
  );
}

export interface CredentialsStepProps extends Pick<CredentialsProps, 'subtitle' | 'consent'> {
  /** Credentials token of the account. */
  token: string;
  /** The account's e-mail; empty where it isn't known. */
  email: string;
  /** The token came by a mailed link, not from this tab's payment: there is no receipt to go on to. Defaults to false. */
  isMailed?: boolean | undefined;
  /** Runs before the credentials are sent; a failure of it is shown as theirs. */
  beforeSave?: (() => Promise<void>) | undefined;
  doneText?: CredentialsDoneProps['text'];
  onDone: () => void;
}

/** Choosing username and password, whoever's the account is. */
export function CredentialsStep({ token, email, isMailed = false, subtitle, consent, beforeSave, doneText, onDone }: CredentialsStepProps) {
  const { api, keeper, bootstrap, hasMoved, track, emit } = useFlow();
  const say = useText();
  const calls = useMemo(() => credentialsCalls(api), [api]);
  const task = useTask();
  const renewing = useTask();
  const retry = useRef(new RetryKey());
  const asked = useRef<AbortController>(undefined);
  const [availability, setAvailability] = useState<Availability>('unknown');
  const [view, setView] = useState<'form' | 'done' | 'expired'>('form');
  const [isSent, setSent] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [loginHref, setLoginHref] = useState(bootstrap.links.login ?? '');
  const [isLoginRefused, setLoginRefused] = useState(false);

  const ask = (username: string) => {
    asked.current?.abort();
    const control = new AbortController();
    asked.current = control;
    setAvailability('checking');
    calls.usernameAvailability(token, username, control.signal).then(
      ({ available, meetsRequirements }) => {
        if (control.signal.aborted) return;
        setAvailability(meetsRequirements ? (available ? 'free' : 'taken') : 'unfit');
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        // The answer to Complete Signup will tell; only a token that is used up is said at once.
        setAvailability('unknown');
        if (isTokenLost(error)) setView('expired');
      },
    );
  };

  const submit = (values: CredentialsValues) =>
    task.run(async () => {
      await beforeSave?.();
      try {
        await calls.setCredentials(token, values, retry.current.for(values));
      } catch (error) {
        if (error instanceof ValidationFailure) retry.current.answered();
        if (isTokenLost(error)) {
          setView('expired');
          return;
        }
        track('Errored', { step: 'credentials' });
        throw error;
      }
      retry.current.answered();
      track('Credentials Set');
      keeper.set({ mailedToken: undefined, ...(isMailed ? {} : { credentialsSet: true }) });
      // Being logged in already is a convenience: without it, the person logs in by hand. Where Continue leads is known with its answer.
      const login = calls.login(values.username, values.password).then(
        (given) => {
          const isRefused = given.redirect.includes('login_error');
          setLoginRefused(isRefused);
          if (isRefused) emit('error', { code: 'login_error' });
          if (!isMailed) keeper.set({ login: given });
          else if (!isRefused) setLoginHref(given.redirect);
        },
        () => emit('error', { code: 'login_unanswered' }),
      );
      await Promise.race([
        login,
        new Promise((resolve) => {
          setTimeout(resolve, loginPatienceMs);
        }),
      ]);
      setView('done');
    });

  if (view === 'done' && isMailed) return <CredentialsSaved loginHref={loginHref} isLoginRefused={isLoginRefused} />;
  if (view === 'done') return <CredentialsDone text={doneText} isLoginRefused={isLoginRefused} onContinue={onDone} />;
  if (view === 'expired' && email === '') {
    return (
      <CredentialsRenewal
        headingTakesFocus
        loginHref={loginHref}
        sentTo={sentTo}
        errors={renewing.violations}
        isBusy={renewing.isBusy}
        isSlow={renewing.isSlow}
        failure={say.failure(renewing.failure)}
        onSubmit={(address) =>
          renewing.run(async () => {
            await calls.renewCredentials(address);
            setSentTo(address);
          })
        }
      />
    );
  }
  if (view === 'expired') {
    return (
      <CredentialsExpired
        headingTakesFocus
        loginHref={loginHref}
        isSent={isSent}
        isBusy={renewing.isBusy}
        failure={say.failure(renewing.failure)}
        onRenew={() =>
          renewing.run(async () => {
            await calls.renewCredentials(email);
            setSent(true);
          })
        }
      />
    );
  }
  return (
    <Credentials
      headingTakesFocus={hasMoved()}
      email={email}
      subtitle={subtitle}
      consent={consent}
      availability={availability}
      onUsernameLeft={ask}
      onUsernameTyped={() => {
        asked.current?.abort();
        setAvailability('unknown');
      }}
      errors={task.violations}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={task.failure && (task.failure.code === 'offline_message' ? say('offline_message') : say('credentials_failed'))}
      onSubmit={submit}
    />
  );
}

/** The token is unknown, used or expired. */
function isTokenLost(error: unknown): boolean {
  return error instanceof Problem && (error.status === 401 || error.status === 403 || error.status === 410);
}
