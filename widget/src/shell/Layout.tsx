import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import './shell.css';
import { useText } from '../i18n/useText.js';
import { deferred } from '../fields/deferred.js';
import { useFlow, useSignupSession } from '../flow/flow.js';
import { routes } from '../session/route.js';
import { Header } from './Header.js';
import { Footer } from './Footer.js';
import { Messages } from './Messages.js';
import { SkipLink } from './SkipLink.js';
import { useSupportChat } from './supportChat.js';
import { TitleProvider } from '../flow/title.js';
import { useToasts } from '../flow/toast.js';
import { reportView, viewOf } from '../flow/view.js';

const Elsewhere = deferred(async () => (await import('./Elsewhere.js')).Elsewhere);

/** The frame of every screen. */
export function Layout() {
  const { setting, bootstrap, branded, emit, track } = useFlow();
  const t = useText();
  const path = useRouterState({ select: (s) => s.location.pathname }).replace(/\/+$/, '');
  const titled = useRouterState({ select: (s) => s.matches.at(-1)?.staticData.title });
  const [stepTitle, setStepTitle] = useState<string>();
  const title = stepTitle ?? (titled ? t(titled) : '');
  useSupportChat(path);
  const { dismiss } = useToasts();
  const goesOnElsewhere = useGoesOnElsewhere();
  useEffect(() => {
    const view = viewOf(path);
    if (view) reportView({ emit, track }, path, view);
    // The next screen drops this one's failure.
    return dismiss;
  }, [path, emit, track, dismiss]);
  useEffect(() => {
    if (!setting.hosted) return;
    document.documentElement.lang = t.lang;
    document.title = title ? `${title} · ${bootstrap.product}` : bootstrap.product;
  }, [setting.hosted, t.lang, title, bootstrap.product]);
  const { Header: Top, Footer: Bottom } = branded ?? { Header, Footer };
  const Main = setting.hosted ? 'main' : 'div';
  return (
    <>
      {setting.hosted && <SkipLink />}
      <Top />
      <Main className="cj-main" tabIndex={-1}>
        <Messages path={path} />
        <TitleProvider value={setStepTitle}>
          <Outlet />
        </TitleProvider>
        <Elsewhere isShown={goesOnElsewhere} props={{}} />
      </Main>
      <Bottom />
    </>
  );
}

/** Reports whether the screen belongs to an unpaid sign-up, from its second step on: it can be continued on another device. */
function useGoesOnElsewhere(): boolean {
  const shown = useRouterState({ select: (s) => s.resolvedLocation?.pathname.replace(/\/+$/, '') });
  const { registration, paid } = useSignupSession();
  return registration !== undefined && paid === undefined && routes.some(({ path, needs }) => path === shown && needs === 'registration');
}
