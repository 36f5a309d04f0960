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
  const t = useText();
  const { receipt, registration } = paid;
  const showsApps = languageTable[t.lang].hasApps && (appStoreHref !== undefined || playStoreHref !== undefined);
  const { coParent } = registration ?? {};
  return (
    <Page
      heading={t('receipt_title')}
      subtitle={t('receipt_subtitle')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      picture={<Illustration name="done" />}
      layout="wide"
    >
      <div className="cj-receipt">
        <div className="cj-receipt-next">
          <Panel heading={t('receipt_next')}>
            <ol className="cj-next">
              {showsApps && (
                <li className="cj-next-item cj-screen-only">
                  <Icon name="phone" />
                  <div>
                    <strong>{t('receipt_app')}</strong>
                    <p>{t('receipt_app_text')}</p>
                    <p className="cj-next-links">
                      {appStoreHref && (
                        <LinkButton href={appStoreHref} opensNewTab newTabLabel={t('new_tab')}>
                          {t('receipt_app_store')}
                        </LinkButton>
                      )}
                      {playStoreHref && (
                        <LinkButton href={playStoreHref} opensNewTab newTabLabel={t('new_tab')}>
                          {t('receipt_play_store')}
                        </LinkButton>
                      )}
                    </p>
                  </div>
                </li>
              )}
              <li className="cj-next-item">
                <Icon name="mail" />
                <div>
                  <strong>{t('receipt_mail')}</strong>
                  <p>{t('receipt_mail_text', { email: registration?.parent?.email ?? '' })}</p>
                </div>
              </li>
              {hasCoParent && (
                <li className="cj-next-item">
                  <Icon name="check" />
                  <div>
                    <strong>{t('receipt_coparent')}</strong>
                    <p>
                      {coParentText()} {receipt.payForCoParent && t('receipt_coparent_paid')}
                    </p>
                  </div>
                </li>
              )}
            </ol>
          </Panel>
          <Actions>
            <LinkButton href={loginHref} onPress={onLogin} placement="button">
              {t(isLoggedIn ? 'header_account' : 'receipt_login')}
            </LinkButton>
          </Actions>
        </div>
        <ReceiptDetails receipt={receipt} onPrint={onPrint} />
      </div>
    </Page>
  );

  function coParentText(): string {
    if (coParent?.email) return t('receipt_coparent_email', { email: coParent.email });
    if (coParent?.phoneNumberWithCountryCode) return t('receipt_coparent_phone', { phone: coParent.phoneNumberWithCountryCode });
    return t('receipt_coparent_none');
  }
}
