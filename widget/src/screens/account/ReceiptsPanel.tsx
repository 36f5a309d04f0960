import type { ReceiptSummary } from '../../client/types.js';
import { useText } from '../../i18n/useText.js';
import { LinkButton, Panel } from '../../parts/index.js';
import { day } from './saying.js';

export interface ReceiptsPanelProps {
  /** What days are written for. */
  locale: string | undefined;
  receipts: readonly ReceiptSummary[];
  /** Name of who pays, where somebody else does. */
  paidBy?: string | undefined;
  onOpen: (receiptId: string) => void;
}

/** What was paid for, the newest first; each opens whole. */
export function ReceiptsPanel({ locale, receipts, paidBy, onOpen }: ReceiptsPanelProps) {
  const say = useText();
  return (
    <Panel heading={say('account_receipts')}>
      {receipts.length === 0 && (
        <p className="cj-account-quiet">{paidBy ? say('account_receipts_paid_by', { name: paidBy }) : say('account_receipts_none')}</p>
      )}
      {receipts.length > 0 && (
        <ul className="cj-account-list">
          {receipts.map(({ receiptId, paidAt, packageName, totalFormatted, refundedFormatted }) => (
            <li key={receiptId} className="cj-account-row cj-account-bill">
              <div className="cj-account-what">
                <strong>{day(paidAt, say, locale)}</strong>
                <span className="cj-account-quiet">{packageName}</span>
              </div>
              <div className="cj-account-amount">
                <span className="cj-money">{totalFormatted}</span>
                {refundedFormatted && <span className="cj-account-quiet">{say('account_receipt_refunded', { amount: refundedFormatted })}</span>}
              </div>
              <LinkButton onPress={() => onOpen(receiptId)} accessibleLabel={say('account_receipt_of', { date: day(paidAt, say, locale) })}>
                {say('account_receipt_open')}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
