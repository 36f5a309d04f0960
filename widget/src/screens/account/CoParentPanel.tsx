import type { InvitedCoParent } from '../../client/types.js';
import { SupportLines } from '../../flow/SupportLines.js';
import type { Support } from '../../flow/support.js';
import { useText } from '../../i18n/useText.js';
import { Banner, Button, DetailList, Panel, type Detail } from '../../parts/index.js';
import { day } from './accountText.js';

export interface CoParentPanelProps {
  /** The locale of dates. */
  locale: string | undefined;
  coParent: InvitedCoParent;
  support: Support;
  isBusy: boolean;
  /** A new link was sent: the server's date is still that of the link before. */
  hasNewLink: boolean;
  /** Sending it was the last action. */
  isSent: boolean;
  failure?: string | undefined;
  onSend: () => void;
}

/** The state of the co-parent's invitation, with another link while one helps. */
export function CoParentPanel({ locale, coParent, support, isBusy, hasNewLink, isSent, failure, onSend }: CoParentPanelProps) {
  const t = useText();
  const { firstName, lastName, email, state, invitedAt, expiresAt, joinedAt, resendable } = coParent;
  // The personal data of an unused invitation are deleted after a while.
  const isForgotten = firstName === '';
  const isOpen = state === 'open' || state === 'expired';
  const hasAddress = email !== undefined && email !== '';
  const details: Detail[] = [
    ...(isForgotten ? [] : [{ id: 'name', label: t('account_coparent_name'), value: `${firstName} ${lastName}` }]),
    ...(hasAddress ? [{ id: 'email', label: t('account_coparent_email'), value: email }] : []),
    { id: 'invited', label: t('account_coparent_invited'), value: day(invitedAt, t, locale) },
    ...(isOpen && resendable && !hasNewLink
      ? [{ id: 'link', label: t(state === 'open' ? 'account_coparent_link' : 'account_coparent_link_ended'), value: day(expiresAt, t, locale) }]
      : []),
    ...(joinedAt ? [{ id: 'joined', label: t('account_coparent_joined'), value: day(joinedAt, t, locale) }] : []),
  ];
  return (
    <Panel heading={t('account_coparent')}>
      <DetailList details={details} />
      {state === 'revoked' && <p>{t(isForgotten ? 'account_coparent_forgotten' : 'account_coparent_revoked')}</p>}
      {isOpen && !resendable && <p>{t('account_coparent_no_email')}</p>}
      {(state === 'revoked' || (isOpen && !resendable)) && <SupportLines support={support} />}
      {isSent && (
        <Banner tone="success" duration={null}>
          {t('account_sent', { name: firstName })}
        </Banner>
      )}
      {failure && (
        <Banner tone="danger" duration={null}>
          {failure}
        </Banner>
      )}
      {resendable && (
        <div>
          <Button variant="secondary" onPress={onSend} isBusy={isBusy} busyLabel={t('account_sending')}>
            {t('account_send')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
