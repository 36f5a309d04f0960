import { useEffect, useRef, useState } from 'react';
import { credentialsCalls } from '../../client/credentials.js';
import { useSlow } from '../../flow/slow.js';
import { useFlow } from '../../flow/flow.js';
import { leadHome } from '../../flow/leadHome.js';
import { useText } from '../../i18n/useText.js';
import { useMachine } from '../../machine/useMachine.js';
import { LinkPage } from '../link/LinkPage.js';
import { useLinkRequest } from '../link/useLinkRequest.js';
import { Credentials, type CredentialsProps } from './Credentials.js';
import { CredentialsDone, type CredentialsDoneProps } from './CredentialsDone.js';
import { CredentialsSaved } from './CredentialsSaved.js';
import { createInterpreter } from './interpreter.js';
import { noTrouble, start, step } from './machine.js';

export interface CredentialsStepProps extends Pick<CredentialsProps, 'subtitle' | 'consent'> {
  /** Credentials token of the account. */
  token: string;
  /** The account's email; empty if unknown. */
  email: string;
  /** The token came by a mailed link, not from this tab's payment: there is no receipt to go on to. Defaults to false. */
  isMailed?: boolean | undefined;
  /** The credentials are saved, and the token is used up. */
  onSaved?: (() => void) | undefined;
  /** Runs before the credentials are sent; its failure is shown like theirs. */
  beforeSave?: (() => Promise<void>) | undefined;
  doneText?: CredentialsDoneProps['text'];
  onDone: () => void;
}

const done = () => Promise.resolve();
const nothing = () => undefined;

/** Sets username and password, for any account. */
export function CredentialsStep({
  token,
  email,
  isMailed = false,
  subtitle,
  consent,
  onSaved = nothing,
  beforeSave,
  doneText,
  onDone,
}: CredentialsStepProps) {
  const flow = useFlow();
  const { api, bootstrap, hasMoved } = flow;
  const t = useText();
  // Kept current: the consent is read at the time of sending.
  const before = useRef(beforeSave);
  useEffect(() => {
    before.current = beforeSave;
  });
  const [agree] = useState(() => () => (before.current ?? done)());
  const [state, send] = useMachine(start, step, (dispatch) =>
    createInterpreter({ calls: credentialsCalls(api), flow, token, isMailed, onSaved, beforeSave: agree }, dispatch),
  );
  const request = useLinkRequest();
  const isSaving = state.name === 'saving';
  const isSlow = useSlow(isSaving);
  const trouble = 'trouble' in state ? state.trouble : noTrouble;

  if (state.name === 'saved') {
    if (!isMailed) return <CredentialsDone text={doneText} onContinue={onDone} />;
    return <CredentialsSaved homeHref={state.href} onHome={() => void leadHome(flow)} />;
  }
  if (state.name === 'expired') {
    return (
      <LinkPage
        {...request}
        headingTakesFocus
        heading={t('credentials_title')}
        subtitle={t('link_ended')}
        email={email}
        loginHref={bootstrap.links.login ?? ''}
      />
    );
  }
  return (
    <Credentials
      headingTakesFocus={hasMoved()}
      email={email}
      subtitle={subtitle}
      consent={consent}
      availability={state.availability}
      onUsernameLeft={(username) => send({ type: 'LEAVE_USERNAME', username })}
      onUsernameTyped={() => send({ type: 'TYPE_USERNAME' })}
      errors={trouble.violations}
      isBusy={isSaving}
      isSlow={isSlow}
      failure={trouble.failure && (trouble.failure.code === 'offline_message' ? t('offline_message') : t('credentials_failed'))}
      onSubmit={(values) => send({ type: 'SUBMIT', values })}
    />
  );
}
