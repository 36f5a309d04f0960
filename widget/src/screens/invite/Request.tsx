import './invite.css';
import type { ScreenProps } from '../../flow/screen.js';
import { Failure } from '../../flow/Failure.js';
import { useText } from '../../i18n/useText.js';
import { LinkBox } from '../../steps/link/LinkBox.js';
import type { LinkRequest } from '../../steps/link/useLinkRequest.js';
import { Actions, Banner, Button, Illustration, LinkButton, Page, Panel } from '../../parts/index.js';

export interface RequestProps extends ScreenProps {
  /** The request's state; a missing link is a failure, too. */
  state: 'form' | 'sent' | 'failed';
  supportEmail: string;
  loginHref: string;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  /** The reason that no answer arrived; the request can simply be sent again. */
  failure?: string | undefined;
  onRequest: () => void;
  /** The request by email, after a missing link or a failure. */
  byEmail: LinkRequest;
  /** Back from success or failure; omitted without a link to request with. */
  onBack?: (() => void) | undefined;
}

/** Requests a new link after the old one has expired. */
export function Request(props: RequestProps) {
  const { top, headingTakesFocus, state, supportEmail, loginHref, isBusy = false, isSlow = false, failure, onRequest, byEmail, onBack } = props;
  const t = useText();
  if (state === 'sent') {
    return (
      <Page
        heading={t('invite_request_sent_title')}
        subtitle={t('invite_request_sent_text')}
        top={top}
        layout="letter"
        picture={<Illustration name="inbox" />}
        headingTakesFocus
        focusKey="sent"
      >
        {onBack && (
          <Actions>
            <Button variant="secondary" onPress={onBack}>
              {t('invite_request_again')}
            </Button>
          </Actions>
        )}
      </Page>
    );
  }
  if (state === 'failed') {
    return (
      <Page
        heading={t('invite_request_failed_title')}
        top={top}
        picture={<Illustration name="connect" />}
        headingTakesFocus={headingTakesFocus}
        focusKey="failed"
      >
        <Banner tone="danger" duration={null}>
          {t('invite_request_failed_error')}
        </Banner>
        <Panel heading={t('invite_request_failed_steps')}>
          <ol className="cj-list cj-list-steps">
            <li>{t('invite_request_failed_newest')}</li>
            <li>{t('invite_request_failed_sender')}</li>
            <li>{t('invite_request_failed_support')}</li>
          </ol>
          {supportEmail && (
            <LinkButton icon="mail" href={`mailto:${supportEmail}`}>
              {t('invite_request_failed_email', { email: supportEmail })}
            </LinkButton>
          )}
        </Panel>
        <p>{t('invite_request_by_email')}</p>
        <LinkBox {...byEmail}>
          {onBack && (
            <Button variant="secondary" onPress={onBack}>
              {t('invite_request_back')}
            </Button>
          )}
        </LinkBox>
      </Page>
    );
  }
  return (
    <Page
      heading={t('invite_request_title')}
      subtitle={t('invite_request_text')}
      top={top}
      picture={<Illustration name="inbox" />}
      headingTakesFocus={headingTakesFocus}
      focusKey="form"
    >
      {failure && <Failure>{failure}</Failure>}
      {isSlow && (
        <Banner tone="info" duration={null}>
          {t('slow_message')}
        </Banner>
      )}
      <Actions>
        <Button onPress={onRequest} isBusy={isBusy} busyLabel={t('invite_request_sending')}>
          {t('invite_request_action')}
        </Button>
      </Actions>
      {loginHref && (
        <p className="cj-invite-note">
          {t('invite_request_login')}{' '}
          <LinkButton href={loginHref} placement="inline">
            {t('header_login')}
          </LinkButton>
        </p>
      )}
    </Page>
  );
}
