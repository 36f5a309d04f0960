import { RetryBanner } from '../../flow/RetryBanner.js';
import { useText } from '../../i18n/useText.js';

/** The lists to choose from couldn't be loaded. */
export function OptionsFailure({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <RetryBanner tone="warning" onRetry={onRetry}>
      {t('pro_options_failed')}
    </RetryBanner>
  );
}
