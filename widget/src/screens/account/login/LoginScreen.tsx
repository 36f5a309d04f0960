import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { accountCalls } from '../../../client/account.js';
import { credentialsCalls } from '../../../client/credentials.js';
import { isTokenLost } from '../../../client/failure.js';
import { useAccount, useFlow } from '../../../flow/flow.js';
import { isHosted } from '../../../session/route.js';
import type { Entry } from '../../../flow/screen.js';
import { useMounted } from '../../../flow/task.js';
import { useSlow } from '../../../flow/slow.js';
import { Arriving } from './Arriving.js';
import { Login, type LoginValues } from './Login.js';
import { failedLogin, refusalOf, type Refusal } from './refusal.js';

interface LoginScreenProps {
  handOver: string | undefined;
}

/** A login from another site's page is valid for one try: its code is removed from the tab. */
export function enter({ signup }: Entry): LoginScreenProps {
  const { handOver } = signup.get();
  if (handOver) signup.set({ handOver: undefined });
  return { handOver };
}

export default function LoginScreen({ handOver }: LoginScreenProps) {
  const { account, api, bootstrap, emit, go, hasMoved, href, setting } = useFlow();
  const { farewell } = useAccount();
  const { links } = bootstrap;
  // The site's own login form sends the browser here with this parameter after a refusal.
  const [refusal, setRefusal] = useState<Refusal | undefined>(() =>
    setting.hosted && new URLSearchParams(location.search).has('login_error') ? { reason: 'wrong' } : undefined,
  );
  const [isBusy, setBusy] = useState(false);
  const [isArriving, setArriving] = useState(handOver !== undefined);
  const isSlow = useSlow(isBusy);
  const isStarted = useRef(false);
  const mounted = useMounted();
  // A user who has left the screen meanwhile is logged in, and stays on the other screen.
  const goOn = () => mounted.current && go(account.takeTarget(), { replace: true });
  const arrive = useEffectEvent(async (code: string) => {
    try {
      account.enter(await accountCalls(api).takeOver(code));
      goOn();
      return;
    } catch (error) {
      if (isTokenLost(error)) account.leave('not_handed_over');
      else setRefusal(failedLogin(error));
    }
    setArriving(false);
  });
  useEffect(() => {
    if (!handOver || isStarted.current) return;
    isStarted.current = true;
    void arrive(handOver);
  }, [handOver]);

  const logIn = async ({ username, password }: LoginValues) => {
    if (!username.trim() || !password) {
      setRefusal({ reason: 'missing' });
      return;
    }
    setBusy(true);
    setRefusal(undefined);
    try {
      const answer = await credentialsCalls(api).login(username, password);
      const refused = refusalOf(answer);
      setRefusal(refused);
      if (!refused && staysHere(setting.start, links.home)) {
        account.enter(answer);
        goOn();
        return;
      }
      if (!refused && mounted.current) location.assign(answer.redirect);
    } catch (error) {
      const failed = failedLogin(error);
      if (failed.reason === 'failed') emit('error', { code: failed.message.code, canContinue: true });
      setRefusal(failed);
    }
    setBusy(false);
  };

  if (isArriving) return <Arriving />;
  const startsAtAccount = setting.start === 'account';
  return (
    <Login
      headingTakesFocus={hasMoved()}
      farewell={refusal ? undefined : farewell}
      refusal={refusal}
      isBusy={isBusy}
      isSlow={isSlow}
      passwordHref={links.passwordRetrieval ?? ''}
      onPassword={isHosted('/link', links.passwordRetrieval) ? () => go('/link') : undefined}
      signupHref={href('/signup')}
      onSignup={startsAtAccount ? undefined : () => go('/signup')}
      onSubmit={(values) => void logIn(values)}
    />
  );
}

/** Reports whether the account page is this flow's own. Otherwise the site's home is another page. */
function staysHere(start: string, home: string | undefined): boolean {
  return start === 'account' || isHosted('/account', home);
}
