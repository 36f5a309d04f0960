import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Illustration, LinkButton, Page } from '../../parts/index.js';

export interface CredentialsSavedProps extends ScreenProps {
  loginHref: string;
  /** The login with what was just chosen was refused. Defaults to false. */
  isLoginRefused?: boolean | undefined;
}

/** The credentials of a mailed link are saved: there is no receipt to show, only an account to log in to. */
export function CredentialsSaved({ top, loginHref, isLoginRefused = false }: CredentialsSavedProps) {
  const say = useText();
  return (
    <Page
      heading={say('credentials_success_title')}
      top={top}
      layout="letter"
      picture={<Illustration name="done" />}
      headingTakesFocus
      focusKey="saved"
    >
      <p role="status">{say('credentials_saved')}</p>
      {isLoginRefused && (
        <Banner tone="info" duration={null}>
          {say('login_error')}
        </Banner>
      )}
      <Actions>
        <LinkButton href={loginHref} placement="button">
          {say('header_login')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
