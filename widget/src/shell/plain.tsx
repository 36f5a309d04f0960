import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../i18n/useText.js';
import { Button, Page, Spinner } from '../parts/index.js';
import { useFlow } from '../flow/flow.js';
import { ScreenFailure } from './ScreenFailure.js';
import { useTitle } from '../flow/title.js';

/** While a screen's own code is on its way. */
export function WaitingScreen() {
  const say = useText();
  return <Spinner size="large" label={say('loading')} />;
}

/** There is no such screen. */
export function MissingScreen() {
  const say = useText();
  const { go } = useFlow();
  useTitle(say('missing_title'));
  return (
    <Page layout="letter" heading={say('missing_title')} subtitle={say('missing_text')} headingTakesFocus>
      <Button onPress={() => go('/signup')}>{say('missing_action')}</Button>
    </Page>
  );
}

/** A screen couldn't be shown; where trying again has failed too, the page may be reloaded. */
export function Broken({ isStuck, onRetry }: { isStuck: boolean; onRetry: () => void }) {
  const say = useText();
  return (
    <Page layout="letter" heading={say('broken_title')} subtitle={say('broken_text')} headingTakesFocus>
      <Button onPress={onRetry}>{say(isStuck ? 'broken_reload' : 'try_again')}</Button>
    </Page>
  );
}

/**
 * A screen's code couldn't be loaded, or it broke. What was typed is kept. Some browsers never ask again for a file that they didn't get, and a
 * release may be gone for good: after a second time the person can reload the page itself.
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
