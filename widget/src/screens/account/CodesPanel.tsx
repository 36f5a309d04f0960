import type { AccountPage } from '../../client/types.js';
import { SupportLines } from '../../flow/SupportLines.js';
import type { Support } from '../../flow/support.js';
import { useText } from '../../i18n/useText.js';
import { DetailList, Panel } from '../../parts/index.js';
import { day } from './accountText.js';

export interface CodesPanelProps {
  /** The locale of dates. */
  locale: string | undefined;
  professional: NonNullable<AccountPage['professional']>;
  support: Support;
}

/** A professional's batches of subscription codes: the number of unused codes, and links to buy and issue more. */
export function CodesPanel({ locale, professional: { state, batches }, support }: CodesPanelProps) {
  const t = useText();
  return (
    <Panel heading={t('account_codes')}>
      {state !== 'verified' && <p>{t(state === 'suspended' ? 'account_codes_suspended' : 'account_codes_pending')}</p>}
      {batches.length === 0 && <p>{t('account_codes_none')}</p>}
      {batches.map((batch) => (
        <DetailList
          key={batch.id}
          details={[
            { id: 'package', label: t('account_package'), value: batch.packageName },
            {
              id: 'bought',
              label: t('account_codes_bought'),
              value: t('account_codes_count', { count: batch.size, date: day(batch.createdAt, t, locale) }),
            },
            ...(batch.state === 'active'
              ? [
                  { id: 'left', label: t('account_codes_left'), value: String(batch.unissued) },
                  { id: 'issued', label: t('account_codes_issued'), value: String(batch.issued + batch.reserved) },
                  { id: 'used', label: t('account_codes_used'), value: String(batch.redeemed) },
                  { id: 'until', label: t('account_codes_until'), value: day(batch.expiresAt, t, locale) },
                ]
              : [
                  {
                    id: 'state',
                    label: t('account_status'),
                    value: t(batch.state === 'revoked' ? 'account_codes_revoked' : 'account_codes_awaiting'),
                  },
                ]),
          ]}
        />
      ))}
      {state !== 'suspended' && <p>{t('account_codes_how')}</p>}
      {state !== 'suspended' && <p>{t('account_codes_support')}</p>}
      <SupportLines support={support} />
    </Panel>
  );
}
