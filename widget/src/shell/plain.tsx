import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../i18n/useText.js';
import { Button, Page, Spinner } from '../parts/index.js';
import { useFlow } from '../flow/flow.js';
import { ScreenFailure } from './ScreenFailure.js';
import { useTitle } from '../flow/title.js';

/** Shown while a screen's own code is loading. */
export function WaitingScreen() {
  const t = useText();
  return <Spinner size="large" label={t('loading')} />;
}

/** Shown for an unknown path. */
export function MissingScreen() {
  const t = useText();
  const { go } = useFlow();
  useTitle(t('missing_title'));
  return (
    <Page layout="letter" heading={t('missing_title')} subtitle={t('missing_text')} headingTakesFocus>
      <Button onPress={() => go('/signup')}>{t('missing_action')}</Button>
    </Page>
  );
}

/** Shown instead of a broken screen; if a retry has failed, too, the page may be reloaded. */
export function Broken({ isStuck, onRetry }: { isStuck: boolean; onRetry: () => void }) {
  const t = useText();
  return (
    <Page layout="letter" heading={t('broken_title')} subtitle={t('broken_text')} headingTakesFocus>
      <Button onPress={onRetry}>{t(isStuck ? 'broken_reload' : 'try_again')}</Button>
    </Page>
  );
}

/**
 * Shown if a screen's code couldn't be loaded, or failed. The input is kept. Some browsers never request a failed file again, and a
 * release's files may be gone for good: after a second failure the user can reload the page itself.
 */
export function BrokenScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const { emit } = useFlow();
  useEffect(() => emit('error', { code: 'screen_unavailable', canContinue: false }), [emit]);
  const isStuck = error instanceof ScreenFailure && error.times > 1;
  return (
    <Broken
      isStuck={isStuck}
      onRetry={() => {
        if (isStuck) location.reload();
        reset();
        void router.invalidate();
      }}
    />
  );
}
