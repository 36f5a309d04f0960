import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button, LinkButton, Page } from '../../parts/index.js';

export interface CredentialsExpiredProps extends ScreenProps {
  loginHref: string;
  isSent: boolean;
  isBusy: boolean;
  failure?: string | undefined;
  onRenew: () => void;
}

/** The credentials token is used up or too old, and we know whom to send a new one to. */
export function CredentialsExpired({ top, headingTakesFocus, loginHref, isSent, isBusy, failure, onRenew }: CredentialsExpiredProps) {
  const say = useText();
  return (
    <Page heading={say('credentials_title')} subtitle={say('credentials_expired')} top={top} headingTakesFocus={headingTakesFocus}>
      {failure && (
        <Banner tone="danger" duration={null}>
          {failure}
        </Banner>
      )}
      {isSent && (
        <Banner tone="success" duration={null}>
          {say('credentials_renewed')}
        </Banner>
      )}
      <Actions>
        {!isSent && (
          <Button onPress={onRenew} isBusy={isBusy} busyLabel={say('saving')}>
            {say('credentials_renew')}
          </Button>
        )}
        <LinkButton href={loginHref}>{say('header_login')}</LinkButton>
      </Actions>
    </Page>
  );
}
