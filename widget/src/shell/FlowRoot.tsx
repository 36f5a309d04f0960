import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore, type Ref } from 'react';
import { isSessionLost, Problem, failureMessage } from '../client/failure.js';
import { changeLanguage } from '../i18n/i18n.js';
import { SpokenContext } from '../i18n/spoken.js';
import { defaultLanguage, languageOf, tagOf, type TextSource } from '../i18n/language.js';
import { Root } from '../theme/index.js';
import { Announcer } from './announcer.js';
import type { Listener } from '../flow/event.js';
import type { Track } from '../flow/analytics.js';
import { FlowProvider, type Flow, type SignupFlow } from '../flow/flow.js';
import { watchLinks } from './entrance.js';
import { holdListeners } from './listeners.js';
import { holdHead } from './headGuest.js';
import { Lookup } from '../flow/lookupAnswers.js';
import { flowRouting } from './router.js';
import { loseSignup } from './loseSignup.js';
import { resolveSetting, basePath, type FlowSetting } from '../session/setting.js';
import { startFlow, type Started } from './start.js';
import { StartFailure } from './StartFailure.js';
import { Waiting } from './Waiting.js';
import { ToastProvider, useToasts } from '../flow/toast.js';
import { Tracker } from './tracker.js';

export interface FlowRootProps {
  setting: FlowSetting;
  hosted: boolean;
  onEvent?: Listener | undefined;
  /** Called when the first screen is shown or, with false, the message that it can't be loaded. */
  onShown?: ((isScreen: boolean) => void) | undefined;
  /** Our root element. */
  ref?: Ref<HTMLDivElement> | undefined;
}

/** One flow: it starts when mounted, and leaves nothing behind when unmounted. On a server it renders its placeholder. */
export function FlowRoot({ setting, hosted, onEvent, onShown, ref }: FlowRootProps) {
  const [started, setStarted] = useState<Started>();
  const [failure, setFailure] = useState<{ start: string; language: TextSource }>();
  const [attempt, setAttempt] = useState(0);
  const [language, setLanguage] = useState<TextSource>();
  const [hasScreen, setHasScreen] = useState(false);
  const key = JSON.stringify(setting);
  // A retry or a new setting starts again, and clears an earlier failure.
  const start = `${attempt} ${key}`;
  useEffect(() => holdHead(setting.nonce), [setting.nonce]);
  useEffect(() => holdListeners(), []);
  const onUnreachable = useEffectEvent((error: unknown) => {
    onEvent?.('error', { code: error instanceof Problem ? error.code : 'server_unreachable', canContinue: false });
    onShown?.(false);
  });
  useEffect(() => {
    let isCurrent = true;
    const resolved = resolveSetting(JSON.parse(key) as FlowSetting, hosted);
    startFlow(resolved).then(
      (next) => {
        if (!isCurrent) return;
        setStarted(next);
        setLanguage(next.language);
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setFailure({ start, language: languageOf(resolved.locale) });
        onUnreachable(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, hosted, start]);
  // Stable while the flow runs: a host that renders at every event must not recreate the flow.
  const speak = useCallback(
    async (next: TextSource) => {
      if (!started) return;
      await changeLanguage(started.i18n, next);
      started.speak(next);
      setLanguage(next);
    },
    [started],
  );
  const onScreen = () => {
    setHasScreen(true);
    onShown?.(true);
  };
  const failed = failure?.start === start ? failure.language : undefined;
  const lang = tagOf(failed ?? language ?? defaultLanguage);
  const isWaiting = !failed && !hasScreen;
  const theme = hosted && (setting.theme ?? 'auto') === 'auto' ? 'system' : setting.theme;
  return (
    <Root
      ref={ref}
      theme={theme}
      lang={lang}
      headingLevel={setting.headingLevel ?? (hosted ? 1 : 2)}
      isGuest={!hosted}
      isWaiting={isWaiting}
      style={started?.branded?.style}
    >
      {isWaiting && <Waiting setting={setting} hosted={hosted} />}
      {failed && <StartFailure lang={lang} phone={setting.supportPhone} onRetry={() => setAttempt((n) => n + 1)} />}
      {!failed && started && language && (
        <ToastProvider>
          <SpokenContext value={started.i18n}>
            <Running started={started} language={language} onEvent={onEvent} onScreen={onScreen} onLanguage={speak} />
          </SpokenContext>
        </ToastProvider>
      )}
    </Root>
  );
}

interface RunningProps {
  started: Started;
  language: TextSource;
  /** Rejects if the texts can't be loaded. */
  onLanguage: (language: TextSource) => Promise<void>;
  onEvent: FlowRootProps['onEvent'];
  onScreen: () => void;
}

function Running({ started, language, onLanguage, onEvent, onScreen }: RunningProps) {
  const { setting, keeper, inviteKeeper, account, api, bootstrap, branded, buyer: signup } = started;
  const { toast } = useToasts();
  const [announcer] = useState(() => new Announcer());
  useEffect(() => {
    announcer.listen(onEvent);
  }, [announcer, onEvent]);
  const lookup = useMemo(() => new Lookup(), []);
  const tracker = useMemo(() => new Tracker(setting.analytics ? api.events : undefined), [api, setting.analytics]);

  // Stable across languages: a screen is counted once, whatever its language.
  const track = useCallback<Track>(
    (event, ...given) => {
      const [properties = {}] = given as [Record<string, string | number | boolean>?];
      announcer.emit('track', { event, properties });
      tracker.add(event, properties);
    },
    [announcer, tracker],
  );

  const routing = useMemo(() => flowRouting({ ...started, track }), [started, track]);
  const own = useSyncExternalStore(...routing);
  const showScreen = useEffectEvent(onScreen);
  useEffect(() => own?.router.subscribe('onResolved', () => showScreen()), [own]);
  useEffect(() => {
    announcer.emit('ready', {});
    const stop = tracker.start();
    const unwatch = watchLinks(setting);
    return () => {
      stop();
      unwatch();
    };
  }, [setting, tracker, announcer]);

  const flow = useMemo<SignupFlow | undefined>(() => {
    if (!own) return undefined;
    const go: Flow['go'] = (path, options) => {
      announcer.move();
      void own.router.navigate({ to: path, replace: options?.replace ?? false });
    };
    const { emit } = announcer;
    const made: SignupFlow = withBuyer(signup, {
      kind: 'signup',
      setting,
      // Pages that exist in each language are linked in the current one.
      bootstrap: { ...bootstrap, links: { ...bootstrap.links, ...bootstrap.linksByLanguage?.[language] } },
      api,
      keeper,
      inviteKeeper,
      account,
      branded,
      lookup,
      go,
      emit,
      toast,
      language,
      setLanguage: (next) => void onLanguage(next).catch(made.fail),
      href: (path) => (setting.hosted ? `${basePath}${path}` : undefined),
      hasMoved: announcer.hasMoved,
      notify: (notice) => keeper.set({ notice }),
      lost: (error) => {
        if (!isSessionLost(error)) return false;
        loseSignup(keeper, error);
        go('/step1');
        return true;
      },
      fail: (error) => {
        if (made.lost(error)) return;
        const failure = failureMessage(error, 'genericErrorMessage');
        emit('error', { code: failure.code, canContinue: true });
        toast(failure);
      },
      track,
    });
    return made;
  }, [own, signup, setting, bootstrap, api, keeper, inviteKeeper, account, branded, lookup, toast, language, onLanguage, track, announcer]);

  if (!own || !flow) return null;
  return (
    <FlowProvider value={flow}>
      <RouterProvider router={own.router} />
    </FlowProvider>
  );
}

/** Returns a flow whose buyer is requested when a screen first needs it: its code loads with the first screen that may. */
function withBuyer(buyer: Started['buyer'], flow: Omit<SignupFlow, 'buyer'>): SignupFlow {
  return {
    ...flow,
    get buyer() {
      return buyer();
    },
  };
}
