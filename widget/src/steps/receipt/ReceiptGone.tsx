import type { ScreenProps } from '../../flow/screen.js';
import { useTitle } from '../../flow/title.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Illustration, LinkButton, Page } from '../../parts/index.js';

export interface ReceiptGoneProps extends ScreenProps {
  loginHref: string;
  /** The user is logged in: the link leads to the account. Defaults to false. */
  isLoggedIn?: boolean | undefined;
  /** Called instead of following the link. */
  onLogin?: (() => void) | undefined;
}

/** The receipt was reloaded, or belongs to another order: it is in the account. */
export function ReceiptGone({ top, headingTakesFocus, loginHref, isLoggedIn = false, onLogin }: ReceiptGoneProps) {
  const t = useText();
  useTitle(t('receipt_reload_title'));
  return (
    <Page
      heading={t('receipt_reload_title')}
      subtitle={t('receipt_reload_text')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      layout="letter"
      picture={<Illustration name="inbox" />}
    >
      <Actions>
        <LinkButton href={loginHref} onPress={onLogin} placement="button">
          {t(isLoggedIn ? 'header_account' : 'receipt_login')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
