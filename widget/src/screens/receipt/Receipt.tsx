import type { PaymentAnswer } from '../../client/types.js';
import type { ScreenProps } from '../../flow/screen.js';
import { languageTable } from '../../i18n/language.js';
import { useText } from '../../i18n/useText.js';
import { Actions, DetailList, Icon, Illustration, LinkButton, OrderSummary, Page, Panel, type Detail } from '../../parts/index.js';
import { paymentMethods } from '../../rules/index.js';
import { receiptLines } from './receiptLines.js';
import './receipt.css';

export interface ReceiptProps extends ScreenProps {
  paid: PaymentAnswer & { receipt: NonNullable<PaymentAnswer['receipt']> };
  loginHref: string;
  /** Instead of following the link. */
  onLogin?: (() => void) | undefined;
  /** False where there is no co-parent to tell about. Defaults to true. */
  hasCoParent?: boolean | undefined;
  appStoreHref?: string | undefined;
  playStoreHref?: string | undefined;
  onPrint: () => void;
}

/** The account is activated: what happens next, and the receipt. */
export function Receipt(props: ReceiptProps) {
  const { top, headingTakesFocus, paid, loginHref, onLogin, hasCoParent = true, appStoreHref, playStoreHref, onPrint } = props;
  const say = useText();
  const { receipt, registration } = paid;
  const showsApps = languageTable[say.lang].hasApps && (appStoreHref !== undefined || playStoreHref !== undefined);
  const { coParent } = registration ?? {};
  const day = (date: string) => new Intl.DateTimeFormat(say.lang, { dateStyle: 'long' }).format(new Date(date));
  const details: Detail[] = [
    { id: 'number', label: say('receipt_number'), value: receipt.receiptId },
    { id: 'date', label: say('receipt_date'), value: day(receipt.transactionDateTime) },
    ...(receipt.transactionId ? [{ id: 'transaction', label: say('receipt_transaction'), value: receipt.transactionId }] : []),
    { id: 'method', label: say('receipt_paid_with'), value: methodText() },
    receipt.renewsAt
      ? { id: 'renews', label: say('receipt_renews'), value: day(receipt.renewsAt) }
      : { id: 'ends', label: say('receipt_ends'), value: day(receipt.endsAt) },
  ];
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
              {say('receipt_login')}
            </LinkButton>
          </Actions>
        </div>
        <OrderSummary
          title={say('receipt_details')}
          lines={receiptLines(receipt, say)}
          totalLabel={say('summary_total')}
          total={receipt.totals.totalFormatted}
        >
          <DetailList details={details} />
          <div className="cj-screen-only">
            <LinkButton onPress={onPrint}>{say('receipt_print')}</LinkButton>
          </div>
        </OrderSummary>
      </div>
    </Page>
  );

  function methodText(): string {
    const method = Object.values(paymentMethods).find(({ type }) => type === receipt.paymentType);
    if (!method) return say('receipt_nothing_due');
    // Of a wallet's card nobody knows the number: it is the device's own.
    return !method.isWallet && receipt.cardLastFour ? say('receipt_card', { lastFour: receipt.cardLastFour }) : say(method.name);
  }

  function coParentText(): string {
    if (coParent?.email) return say('receipt_coparent_email', { email: coParent.email });
    if (coParent?.phoneNumberWithCountryCode) return say('receipt_coparent_phone', { phone: coParent.phoneNumberWithCountryCode });
    return say('receipt_coparent_none');
  }
}
