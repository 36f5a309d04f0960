import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../client/types.js';
import { RetryBanner } from '../../flow/RetryBanner.js';
import { useText } from '../../i18n/useText.js';
import { Banner, Button, Panel, Spinner } from '../../parts/index.js';
import type { Ready } from './machine.js';
import { day, moment, troubleText } from './accountText.js';

export interface SessionsPanelProps {
  /** The locale of dates. */
  locale: string | undefined;
  sessions: Ready['sessions'];
  isBusy: boolean;
  /** The last ended logins: one, or all but the current one. */
  ended?: 'one' | 'others' | undefined;
  failure?: string | undefined;
  /** Ends one login; without an id, all but the current one. */
  onEnd: (sessionId?: string) => void;
  onRetry: () => void;
}

/** The logins of the account. All but the current one can be ended, one by one or together. */
export function SessionsPanel({ locale, sessions, isBusy, ended, failure, onEnd, onRetry }: SessionsPanelProps) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const [pressed, setPressed] = useState<string>();
  // The pressed button has disappeared with its login.
  useEffect(() => {
    if (ended) list.current?.focus();
  }, [ended]);
  const end = (id?: string) => {
    if (!isBusy) setPressed(id);
    onEnd(id);
  };
  return (
    <Panel heading={t('account_sessions')}>
      {!sessions && <Spinner label={t('loading')} />}
      {sessions && 'message' in sessions && (
        <RetryBanner onRetry={onRetry}>
          {t('account_sessions_failed')} {troubleText(sessions, t)}
        </RetryBanner>
      )}
      {sessions && !('message' in sessions) && (
        <>
          <ul className="cj-account-list" ref={list} tabIndex={-1} aria-label={t('account_sessions')}>
            {sessions.map((one) => (
              <Row
                key={one.sessionId}
                locale={locale}
                session={one}
                isEnding={isBusy && pressed === one.sessionId}
                onEnd={() => end(one.sessionId)}
              />
            ))}
          </ul>
          {ended && (
            <Banner tone="success" duration={null}>
              {t(ended === 'one' ? 'account_session_ended' : 'account_sessions_ended')}
            </Banner>
          )}
          {failure && (
            <Banner tone="danger" duration={null}>
              {failure}
            </Banner>
          )}
          <p className="cj-account-quiet">{t('account_sessions_text')}</p>
          {sessions.length > 1 && (
            <div>
              <Button variant="secondary" onPress={() => end()} isBusy={isBusy && pressed === undefined} busyLabel={t('account_session_ending')}>
                {t('account_sessions_end')}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

interface RowProps {
  locale: string | undefined;
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}

function Row({ locale, session: { kind, createdAt, lastUsedAt, current }, isEnding, onEnd }: RowProps) {
  const t = useText();
  const where = t(kind === 'browser' ? 'account_session_browser' : 'account_session_command_line');
  const date = moment(createdAt, t, locale);
  return (
    <li className="cj-account-row">
      <div className="cj-account-what">
        <strong>{current ? `${where} (${t('account_session_current')})` : where}</strong>
        <span className="cj-account-quiet">{t('account_session_since', { date })}</span>
        {lastUsedAt && <span className="cj-account-quiet">{t('account_session_used', { date: day(lastUsedAt, t, locale) })}</span>}
      </div>
      {!current && (
        <Button
          variant="secondary"
          onPress={onEnd}
          isBusy={isEnding}
          busyLabel={t('account_session_ending')}
          accessibleLabel={t('account_session_end_of', { where, date })}
        >
          {t('account_session_end')}
        </Button>
      )}
    </li>
  );
}
