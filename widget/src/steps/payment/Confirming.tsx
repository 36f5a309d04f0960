import { useText } from '../../i18n/useText.js';
import { Button, Page, Spinner } from '../../parts/index.js';

export interface ConfirmingProps {
  /** The payment's result couldn't be loaded. */
  hasFailed: boolean;
  onRetry: () => void;
}

/** A payment was sent before this page was loaded: its result is being looked up. */
export function Confirming({ hasFailed, onRetry }: ConfirmingProps) {
  const t = useText();
  return (
    <Page heading={t('payment_title')} layout="letter">
      {hasFailed ? <Button onPress={onRetry}>{t('try_again')}</Button> : <Spinner size="large" label={t('review_confirming')} />}
    </Page>
  );
}
