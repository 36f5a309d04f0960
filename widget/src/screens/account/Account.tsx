import type { ScreenProps } from '../../flow/screen.js';
import type { Support } from '../../flow/support.js';
import { RetryBanner } from '../../flow/RetryBanner.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Button, Page, Panel, Spinner } from '../../parts/index.js';
import { Members } from '../../steps/family/Members.js';
import { CancelDialog } from './CancelDialog.js';
import { CodesPanel } from './CodesPanel.js';
import { CoParentPanel } from './CoParentPanel.js';
import { OneReceipt } from './OneReceipt.js';
import { ReceiptsPanel } from './ReceiptsPanel.js';
import { SessionsPanel } from './SessionsPanel.js';
import { SubscriptionPanel } from './SubscriptionPanel.js';
import type { Event, Ready, State } from './machine.js';
import { otherParent, shownSubscriptions, troubleText } from './accountText.js';
import './account.css';

export interface AccountProps extends ScreenProps {
  state: State;
  support: Support;
  send: (event: Event) => void;
  onOpenReceipt: (receiptId: string) => void;
  onReplace: () => void;
  replaceHref?: string | undefined;
  onCloseReceipt: () => void;
  onPrint: () => void;
}

/** The account page: the owner's subscriptions, receipts, co-parent, family, logins. */
export function Account({ state, send, ...props }: AccountProps) {
  const t = useText();
  const { headingTakesFocus, top, onCloseReceipt, onPrint } = props;
  if (state.name === 'ready') {
    if (!state.opened) return <Home {...props} state={state} send={send} />;
    const { opened, page } = state;
    return (
      <OneReceipt
        locale={page.locale}
        opened={opened}
        paidOn={page.receipts.find(({ receiptId }) => receiptId === opened.id)?.paidOn}
        top={top}
        onBack={onCloseReceipt}
        onRetry={() => send({ type: 'RETRY' })}
        onPrint={onPrint}
      />
    );
  }
  return (
    <Page heading={t('account_title')} top={top} headingTakesFocus={headingTakesFocus}>
      {state.name === 'loading' && <Spinner size="large" label={t('loading')} />}
      {state.name === 'failed' && (
        <RetryBanner onRetry={() => send({ type: 'RETRY' })}>
          {t('account_failed')} {troubleText(state.trouble, t)}
        </RetryBanner>
      )}
    </Page>
  );
}

interface HomeProps extends Omit<AccountProps, 'state' | 'onCloseReceipt' | 'onPrint'> {
  state: Ready;
}

function Home({ state, top, headingTakesFocus, support, send, onOpenReceipt, onReplace, replaceHref }: HomeProps) {
  const t = useText();
  const { page, sessions, toCancel, busy, failed, done, file } = state;
  const { locale } = page;
  const other = otherParent(page);
  const shown = shownSubscriptions(page);
  const question = page.subscriptions.find(({ id }) => id === toCancel);
  const failure = (task: typeof busy) => (failed && failed.task === task ? troubleText(failed, t) : undefined);
  return (
    <Page
      heading={t('account_title')}
      subtitle={
        <>
          {page.firstName} {page.lastName}
          <br />
          {page.email}
        </>
      }
      top={top}
      headingTakesFocus={headingTakesFocus}
      focusKey="home"
      layout="wide"
    >
      <div className="cj-account">
        <div className="cj-account-main">
          {page.professional && <CodesPanel locale={locale} professional={page.professional} support={support} />}
          {shown.length === 0 && !page.professional && <Panel heading={t('account_own')}>{t('account_none')}</Panel>}
          {shown.map((subscription) => (
            <SubscriptionPanel
              locale={locale}
              key={subscription.id}
              subscription={subscription}
              other={other}
              support={support}
              isDone={done !== undefined && 'cancelled' in done && done.cancelled === subscription.id}
              onCancel={() => send({ type: 'ASK_CANCEL', id: subscription.id })}
              onReplace={onReplace}
              replaceHref={replaceHref}
            />
          ))}
          {(page.receipts.length > 0 || !page.professional) && (
            <ReceiptsPanel
              locale={locale}
              receipts={page.receipts}
              paidBy={page.subscriptions.find(({ paidBy }) => paidBy)?.paidBy}
              saving={busy === 'save' ? file : undefined}
              failed={file}
              failure={failure('save')}
              onOpen={onOpenReceipt}
              onSave={(id, note) => send({ type: 'SAVE', id, note })}
            />
          )}
        </div>
        <div className="cj-account-side">
          {page.coParent && (
            <CoParentPanel
              locale={locale}
              coParent={page.coParent}
              support={support}
              isBusy={busy === 'send'}
              hasNewLink={state.hasNewLink === true}
              isSent={done !== undefined && 'sent' in done}
              failure={failure('send')}
              onSend={() => send({ type: 'SEND' })}
            />
          )}
          {page.family.length > 0 && (
            <Panel heading={t('account_family')}>
              <Members label={t('account_family')} members={page.family} userId={page.userId} youLabel={t('account_you')} />
            </Panel>
          )}
          <SessionsPanel
            locale={locale}
            sessions={sessions}
            isBusy={busy === 'end'}
            ended={done && 'ended' in done ? done.ended : undefined}
            failure={failure('end')}
            onEnd={(id) => send({ type: 'END', id })}
            onRetry={() => send({ type: 'RETRY_SESSIONS' })}
          />
          <Actions>
            <Button variant="secondary" onPress={() => send({ type: 'LEAVE' })} isBusy={busy === 'leave'} busyLabel={t('account_logging_out')}>
              {t('account_logout')}
            </Button>
          </Actions>
        </div>
      </div>
      {question && (
        <CancelDialog
          locale={locale}
          subscription={question}
          other={other}
          isBusy={busy === 'cancel'}
          failure={failure('cancel')}
          onCancel={() => send({ type: 'CANCEL' })}
          onKeep={() => send({ type: 'KEEP' })}
        />
      )}
    </Page>
  );
}
