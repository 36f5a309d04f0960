import { AskAgain } from '../../flow/AskAgain.js';
import { useText } from '../../i18n/useText.js';

/** The lists to choose from couldn't be loaded. */
export function OptionsFailure({ onRetry }: { onRetry: () => void }) {
  const say = useText();
  return (
    <AskAgain tone="warning" onRetry={onRetry}>
      {say('pro_options_failed')}
    </AskAgain>
  );
}
