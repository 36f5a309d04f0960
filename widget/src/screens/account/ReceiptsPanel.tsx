import type { ReceiptSummary } from '../../client/types.js';
import { Failure } from '../../flow/Failure.js';
import { dayOr } from '../../i18n/day.js';
import { useText } from '../../i18n/useText.js';
import { LinkButton, Panel } from '../../parts/index.js';
import { day } from './accountText.js';

export interface ReceiptsPanelProps {
  /** The locale of dates. */
  locale: string | undefined;
  receipts: readonly ReceiptSummary[];
  /** Name of the payer, if it is another person. */
  paidBy?: string | undefined;
  /** The current download: a receipt's id, or a credit note's number. */
  saving?: string | undefined;
  /** The failed download, as `saving`. */
  failed?: string | undefined;
  failure?: string | undefined;
  onOpen: (receiptId: string) => void;
  onSave: (receiptId: string, note?: string) => void;
}

/** The receipts, newest first; each opens whole, and can be saved as a file, as can its credit notes. */
export function ReceiptsPanel({ locale, receipts, paidBy, saving, failed, failure, onOpen, onSave }: ReceiptsPanelProps) {
  const t = useText();
  return (
    <Panel heading={t('account_receipts')}>
      {receipts.length === 0 && (
        <p className="cj-account-quiet">{paidBy ? t('account_receipts_paid_by', { name: paidBy }) : t('account_receipts_none')}</p>
      )}
      {receipts.length > 0 && (
        <ul className="cj-account-list">
          {receipts.map(({ receiptId, paidOn, paidAt, packageName, totalFormatted, refundedFormatted, creditNotes = [] }) => {
            const isOf = (file: string | undefined) => file === receiptId || creditNotes.some(({ number }) => number === file);
            return (
              <li key={receiptId} className="cj-account-row">
                <div className="cj-account-what">
                  <strong>{day(dayOr(paidOn, paidAt), t, locale)}</strong>
                  <span className="cj-account-quiet">{packageName}</span>
                </div>
                <div className="cj-account-amount">
                  <span className="cj-money">{totalFormatted}</span>
                  {refundedFormatted && <span className="cj-account-quiet">{t('account_receipt_refunded', { amount: refundedFormatted })}</span>}
                </div>
                <div className="cj-account-links">
                  <LinkButton
                    onPress={() => onOpen(receiptId)}
                    accessibleLabel={t('account_receipt_of', { date: day(dayOr(paidOn, paidAt), t, locale) })}
                  >
                    {t('account_receipt_open')}
                  </LinkButton>
                  <LinkButton
                    onPress={() => onSave(receiptId)}
                    accessibleLabel={t('account_receipt_file_of', { date: day(dayOr(paidOn, paidAt), t, locale) })}
                  >
                    {t('account_receipt_file')}
                  </LinkButton>
                </div>
                {creditNotes.map(({ number, amountFormatted }) => (
                  <div key={number} className="cj-account-links">
                    <span className="cj-account-quiet">{t('account_note', { number, amount: amountFormatted })}</span>
                    <LinkButton onPress={() => onSave(receiptId, number)} accessibleLabel={t('account_note_file_of', { number })}>
                      {t('account_receipt_file')}
                    </LinkButton>
                  </div>
                ))}
                <span className="cj-account-quiet cj-account-word" role="status">
                  {isOf(saving) && t('account_receipt_saving')}
                </span>
                {failure && isOf(failed) && (
                  <div className="cj-account-word">
                    <Failure>{`${t('account_receipt_unsaved')} ${failure}`}</Failure>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
