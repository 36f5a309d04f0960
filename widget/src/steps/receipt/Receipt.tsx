import type { PaymentAnswer } from '../../client/types.js';
import type { ScreenProps } from '../../flow/screen.js';
import { languageTable } from '../../i18n/language.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Icon, Illustration, LinkButton, Page, Panel } from '../../parts/index.js';
import { ReceiptDetails } from './ReceiptDetails.js';
import './receipt.css';

export interface ReceiptProps extends ScreenProps {
  paid: PaymentAnswer & { receipt: NonNullable<PaymentAnswer['receipt']> };
  loginHref: string;
  /** The user is logged in: the link leads to the account. Defaults to false. */
  isLoggedIn?: boolean | undefined;
  /** Called instead of following the link. */
  onLogin?: (() => void) | undefined;
  /** False if there is no co-parent to inform. Defaults to true. */
  hasCoParent?: boolean | undefined;
  appStoreHref?: string | undefined;
  playStoreHref?: string | undefined;
  onPrint: () => void;
}

/** The account is active: the next steps, and the receipt. */
export function Receipt(props: ReceiptProps) {
  const { top, headingTakesFocus, paid, loginHref, isLoggedIn = false, onLogin, hasCoParent = true, appStoreHref, playStoreHref, onPrint } = props;
  const say = useText();
  const { receipt, registration } = paid;
  const showsApps = languageTable[say.lang].hasApps && (appStoreHref !== undefined || playStoreHref !== undefined);
  const { coParent } = registration ?? {};
  return (
    <Page
      heading={say('receipt_title')}
      subtitle={say('receipt_subtitle')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      picture={<Illustration name="done" />}
      layout="wide"
    >
      <div className="cj-receipt">
        <div className="cj-receipt-next">
          <Panel heading={say('receipt_next')}>
            <ol className="cj-next">
              {showsApps && (
                <li className="cj-next-item cj-screen-only">
                  <Icon name="phone" />
                  <div>
                    <strong>{say('receipt_app')}</strong>
                    <p>{say('receipt_app_text')}</p>
                    <p className="cj-next-links">
                      {appStoreHref && (
                        <LinkButton href={appStoreHref} opensNewTab newTabLabel={say('new_tab')}>
                          {say('receipt_app_store')}
                        </LinkButton>
                      )}
                      {playStoreHref && (
                        <LinkButton href={playStoreHref} opensNewTab newTabLabel={say('new_tab')}>
                          {say('receipt_play_store')}
                        </LinkButton>
                      )}
                    </p>
                  </div>
                </li>
              )}
              <li className="cj-next-item">
                <Icon name="mail" />
                <div>
                  <strong>{say('receipt_mail')}</strong>
                  <p>{say('receipt_mail_text', { email: registration?.parent?.email ?? '' })}</p>
                </div>
              </li>
              {hasCoParent && (
                <li className="cj-next-item">
                  <Icon name="check" />
                  <div>
                    <strong>{say('receipt_coparent')}</strong>
                    <p>
                      {coParentText()} {receipt.payForCoParent && say('receipt_coparent_paid')}
                    </p>
                  </div>
                </li>
              )}
            </ol>
          </Panel>
          <Actions>
            <LinkButton href={loginHref} onPress={onLogin} placement="button">
              {say(isLoggedIn ? 'header_account' : 'receipt_login')}
            </LinkButton>
          </Actions>
        </div>
        <ReceiptDetails receipt={receipt} onPrint={onPrint} />
      </div>
    </Page>
  );

  function coParentText(): string {
    if (coParent?.email) return say('receipt_coparent_email', { email: coParent.email });
    if (coParent?.phoneNumberWithCountryCode) return say('receipt_coparent_phone', { phone: coParent.phoneNumberWithCountryCode });
    return say('receipt_coparent_none');
  }
}
