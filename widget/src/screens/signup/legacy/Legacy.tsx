import type { ScreenProps } from '../../../flow/screen.js';
import { useTitle } from '../../../flow/title.js';
import { useText } from '../../../i18n/useText.js';
import { Actions, Button, LinkButton, Page } from '../../../parts/index.js';

export interface LegacyProps extends ScreenProps {
  loginHref: string;
  onPayment: () => void;
}

/** Shown at the paths of the old billing pages: billing has moved. */
export function Legacy({ top, headingTakesFocus, loginHref, onPayment }: LegacyProps) {
  const t = useText();
  useTitle(t('legacy_title'));
  return (
    <Page heading={t('legacy_title')} subtitle={t('legacy_text')} top={top} headingTakesFocus={headingTakesFocus}>
      <Actions>
        <Button onPress={onPayment}>{t('legacy_payment')}</Button>
        <LinkButton href={loginHref}>{t('legacy_login')}</LinkButton>
      </Actions>
    </Page>
  );
}
