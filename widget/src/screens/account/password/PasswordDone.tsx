import type { ScreenProps } from '../../../flow/screen.js';
import { useText } from '../../../i18n/useText.js';
import { Actions, Illustration, LinkButton, Page } from '../../../parts/index.js';

export interface PasswordDoneProps extends ScreenProps {
  username: string;
  homeHref: string;
  /** Called instead of following the link. */
  onHome?: (() => void) | undefined;
}

/** The new password is saved, and the user is logged in. */
export function PasswordDone({ top, username, homeHref, onHome }: PasswordDoneProps) {
  const t = useText();
  return (
    <Page heading={t('password_done_title')} top={top} layout="letter" picture={<Illustration name="done" />} headingTakesFocus focusKey="done">
      <p role="status">{t('password_done_text', { username })}</p>
      <Actions>
        <LinkButton href={homeHref} onPress={onHome} placement="button">
          {t('continue')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
