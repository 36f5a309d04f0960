import { useText } from '../../i18n/useText.js';
import { Banner, Button } from '../../parts/index.js';

/** The lists to choose from couldn't be had. */
export function OptionsFailure({ onRetry }: { onRetry: () => void }) {
  const say = useText();
  return (
    <Banner
      tone="warning"
      duration={null}
      action={
        <Button variant="secondary" onPress={onRetry}>
          {say('try_again')}
        </Button>
      }
    >
      {say('pro_options_failed')}
    </Banner>
  );
}
