import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Illustration, LinkButton, Page } from '../../parts/index.js';

export interface CredentialsSavedProps extends ScreenProps {
  homeHref: string;
  /** Called instead of following the link. */
  onHome?: (() => void) | undefined;
}

/** The credentials of a mailed link are saved: there is no receipt to show, and the user is logged in. */
export function CredentialsSaved({ top, homeHref, onHome }: CredentialsSavedProps) {
  const t = useText();
  return (
    <Page
      heading={t('credentials_success_title')}
      top={top}
      layout="letter"
      picture={<Illustration name="done" />}
      headingTakesFocus
      focusKey="saved"
    >
      <p role="status">{t('credentials_saved')}</p>
      <Actions>
        <LinkButton href={homeHref} onPress={onHome} placement="button">
          {t('continue')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
