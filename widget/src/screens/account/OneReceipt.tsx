import type { ReactNode } from 'react';
import { BackLink } from '../../flow/BackLink.js';
import { useTitle } from '../../flow/title.js';
import { RetryBanner } from '../../flow/RetryBanner.js';
import { dayOr } from '../../i18n/day.js';
import { useText } from '../../i18n/useText.js';
import { Page, Spinner } from '../../parts/index.js';
import { ReceiptDetails } from '../../steps/receipt/ReceiptDetails.js';
import type { Opened } from './machine.js';
import { day, troubleText } from './accountText.js';

export interface OneReceiptProps {
  /** The locale of dates. */
  locale: string | undefined;
  opened: Opened;
  /** The date of the payment, if already known. */
  paidOn?: string | undefined;
  top?: ReactNode;
  onBack: () => void;
  onRetry: () => void;
  onPrint: () => void;
}

/** A whole receipt, as it was issued. */
export function OneReceipt({ locale, opened, paidOn, top, onBack, onRetry, onPrint }: OneReceiptProps) {
  const t = useText();
  const { receipt, trouble, id } = opened;
  const date = receipt ? dayOr(receipt.paidOn, receipt.transactionDateTime) : paidOn;
  const heading = date ? t('account_receipt_title', { date: day(date, t, locale) }) : t('receipt_details');
  useTitle(heading);
  return (
    <Page
      heading={heading}
      top={
        <>
          {top}
          <BackLink code="account_back" onBack={onBack} />
        </>
      }
      headingTakesFocus
      focusKey={id}
    >
      {!receipt && !trouble && <Spinner size="large" label={t('account_receipt_opening')} />}
      {trouble && (
        <RetryBanner onRetry={onRetry}>
          {t('account_receipt_failed')} {troubleText(trouble, t)}
        </RetryBanner>
      )}
      {receipt && <ReceiptDetails receipt={receipt} onPrint={onPrint} />}
    </Page>
  );
}
