import { useMemo, useState } from 'react';
import { credentialsCalls } from '../../../client/credentials.js';
import { isTokenLost } from '../../../client/failure.js';
import { useSignup, useSignupSession } from '../../../flow/flow.js';
import { leadHome } from '../../../flow/leadHome.js';
import { RetryKey } from '../../../session/retryKey.js';
import { useTask } from '../../../flow/task.js';
import { useText } from '../../../i18n/useText.js';
import { LinkPage } from '../../../steps/link/LinkPage.js';
import { useLinkRequest } from '../../../steps/link/useLinkRequest.js';
import { Password } from './Password.js';
import { PasswordDone } from './PasswordDone.js';

type State = { name: 'form'; token: string } | { name: 'ended' } | { name: 'done'; username: string; homeHref: string };

/** Opened by a mailed link with the token. */
export default function PasswordScreen() {
  const flow = useSignup();
  const { account, api, bootstrap, keeper, track, hasMoved } = flow;
  const { mailedToken } = useSignupSession();
  const t = useText();
  const task = useTask();
  const request = useLinkRequest();
  const calls = useMemo(() => credentialsCalls(api), [api]);
  const [retry] = useState(() => new RetryKey());
  const [state, setState] = useState<State>(mailedToken ? { name: 'form', token: mailedToken } : { name: 'ended' });

  const save = async (token: string, password: string) => {
    try {
      const { username, login } = await calls.setPassword(token, { password }, retry.for({ password }));
      account.enter(login);
      keeper.set({ login, mailedToken: undefined });
      track('Password Set');
      setState({ name: 'done', username, homeHref: login.redirect });
    } catch (error) {
      if (!isTokenLost(error)) throw error;
      keeper.set({ mailedToken: undefined });
      setState({ name: 'ended' });
    }
  };

  if (state.name === 'done') {
    return <PasswordDone username={state.username} homeHref={state.homeHref} onHome={() => void leadHome(flow)} />;
  }
  if (state.name === 'ended') {
    return (
      <LinkPage {...request} headingTakesFocus heading={t('password_title')} subtitle={t('link_ended')} loginHref={bootstrap.links.login ?? ''} />
    );
  }
  return (
    <Password
      headingTakesFocus={hasMoved()}
      errors={task.violations}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={t.failure(task.failure)}
      onSubmit={(password) => task.run(() => save(state.token, password))}
    />
  );
}
