import { useRouter } from '@tanstack/react-router';
import { useText } from '../i18n/useText.js';
import { Button, Page, Spinner } from '../parts/index.js';
import { useFlow } from './flow.js';

/** While a screen's own code is on its way. */
export function WaitingScreen() {
  const say = useText();
  return <Spinner size="large" label={say('loading')} />;
}

/** There is no such screen. */
export function MissingScreen() {
  const say = useText();
  const { go } = useFlow();
  return (
    <Page layout="letter" heading={say('missing_title')} subtitle={say('missing_text')} headingTakesFocus>
      <Button onPress={() => go('/signup')}>{say('missing_action')}</Button>
    </Page>
  );
}

/** A screen's code couldn't be loaded, or it broke. What was typed is kept. */
export function BrokenScreen({ reset }: { reset: () => void }) {
  const say = useText();
  const router = useRouter();
  return (
    <Page layout="letter" heading={say('broken_title')} subtitle={say('broken_text')} headingTakesFocus>
      <Button
        onPress={() => {
          reset();
          void router.invalidate();
        }}
      >
        {say('try_again')}
      </Button>
    </Page>
  );
}
