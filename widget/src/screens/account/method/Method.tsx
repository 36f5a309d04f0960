import { useState } from 'react';
import { cardFaults, type CardForm, type CardFormOptions } from '../../../checkout/providers/port.js';
import { HostedCard } from '../../../checkout/views/HostedCard.js';
import { TextField } from '../../../fields/index.js';
import { Failure } from '../../../flow/Failure.js';
import type { ScreenProps } from '../../../flow/screen.js';
import { waitText } from '../../../flow/wait.js';
import { RetryBanner } from '../../../flow/RetryBanner.js';
import { useText, type Translate } from '../../../i18n/useText.js';
import { dayOr } from '../../../i18n/day.js';
import {
  Actions,
  Button,
  DetailList,
  ErrorSummary,
  FormStack,
  Illustration,
  LinkButton,
  Page,
  Spinner,
  TrustNote,
  type Detail,
} from '../../../parts/index.js';
import { day, methodText } from '../accountText.js';
import type { Event, Refusal, State, Purpose } from './machine.js';

export interface MethodProps extends ScreenProps {
  state: State;
  send: (event: Event) => void;
  openCard: (options: CardFormOptions) => Promise<CardForm>;
  onHome: () => void;
  homeHref?: string | undefined;
}

/** Another card for a subscription that renews, or for one with an uncollected payment. */
export function Method({ state, send, top, headingTakesFocus, openCard, onHome, homeHref }: MethodProps) {
  const t = useText();
  const [holder, setHolder] = useState('');
  const [isValid, setValid] = useState(false);
  if (state.name === 'done' || state.name === 'paid') {
    const card = t('account_card', { brand: state.brand, lastFour: state.lastFour });
    return (
      <Page
        heading={t(state.name === 'done' ? 'method_done' : 'due_done')}
        layout="letter"
        picture={<Illustration name="done" />}
        headingTakesFocus
        focusKey="done"
      >
        <p role="status">
          {state.name === 'done'
            ? t(state.isTriedAgain ? 'method_done_again' : 'method_done_text', { card })
            : t(state.isActive ? 'due_done_text' : 'due_done_soon', { amount: state.amount, card })}{' '}
          {t('method_done_mail', { email: state.email })}
        </p>
        <Actions>
          <LinkButton href={homeHref} onPress={onHome} placement="button">
            {t('account_back')}
          </LinkButton>
        </Actions>
      </Page>
    );
  }
  const refusal = state.name === 'form' ? state.refusal : undefined;
  const refused = refusal?.reason === 'fields' ? refusal.fields : [];
  const isPaying = state.name === 'confirming' || (state.name === 'form' && state.kind === 'payment');
  const failure = refusal && refusalText(refusal, isPaying, t);
  return (
    <Page
      heading={t(isPaying ? 'due_title' : 'method_title')}
      focusKey={isPaying ? 'due' : undefined}
      subtitle={subtitleOf(state, t)}
      top={top}
      headingTakesFocus={headingTakesFocus}
    >
      {state.name === 'loading' && <Spinner size="large" label={t('loading')} />}
      {state.name === 'unavailable' && (
        <RetryBanner onRetry={() => send({ type: 'RETRY' })}>
          {t('account_failed')} {t.failure(state.message)}
        </RetryBanner>
      )}
      {state.name === 'none' && <p>{t('method_none')}</p>}
      {state.name === 'confirming' && (
        <>
          <p role="status">{t('due_confirming')}</p>
          <Actions>
            <Button variant="secondary" onPress={() => send({ type: 'RETRY' })}>
              {t('due_again')}
            </Button>
          </Actions>
        </>
      )}
      {state.name === 'form' && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid) send({ type: 'SUBMIT', holder });
          }}
        >
          <FormStack>
            <ErrorSummary
              title={t('summary_title', { count: refused.length })}
              errors={refused.map((field) => ({ field, message: t.coded(cardFaults[field]) }))}
              attempt={state.attempt}
            />
            <DetailList details={detailsOf(state, t)} />
            <TrustNote>{t('payment_secure')}</TrustNote>
            <HostedCard
              key={state.opened}
              openCard={openCard}
              refused={refused}
              name={
                <TextField
                  name="cardHolderName"
                  label={t('payment_cardholder')}
                  value={holder}
                  onChange={setHolder}
                  autoComplete="cc-name"
                  autoCapitalize="words"
                />
              }
              onChanged={() => send({ type: 'CHANGE_CARD' })}
              onValidity={setValid}
              onRetry={() => send({ type: 'RETRY_CARD' })}
            />
            {state.kind === 'payment' && state.subscription.due.keepsMethod && <p>{t('due_kept')}</p>}
            {failure && <Failure>{failure}</Failure>}
            <Actions>
              <Button type="submit" isDisabled={!isValid} isBusy={state.isBusy} busyLabel={t(isPaying ? 'due_paying' : 'method_saving')}>
                {state.kind === 'payment' ? t('due_pay', { amount: state.subscription.due.amountFormatted }) : t('method_save')}
              </Button>
            </Actions>
          </FormStack>
        </form>
      )}
    </Page>
  );
}

/** The sentence below the heading on the effect of another card. */
function subtitleOf(state: State, t: Translate): string | undefined {
  if (state.name === 'confirming') return undefined;
  if (state.name !== 'form') return t('method_text');
  if (state.kind === 'payment') return t('due_text');
  return t(state.subscription.renewal.nextTryAt === undefined ? 'method_text' : 'method_text_again');
}

/** The purpose of the card. */
function detailsOf(purpose: Purpose & { locale: string }, t: Translate): Detail[] {
  const { packageName, endsOn, endsAt } = purpose.subscription;
  const bought = { id: 'package', label: t('account_package'), value: packageName };
  if (purpose.kind === 'payment') {
    return [
      bought,
      { id: 'ends', label: t('account_ends'), value: day(dayOr(endsOn, endsAt), t, purpose.locale) },
      { id: 'due', label: t('due_amount'), value: purpose.subscription.due.amountFormatted },
    ];
  }
  const { method } = purpose.subscription.renewal;
  return [
    bought,
    { id: 'renews', label: t('account_renews'), value: day(dayOr(endsOn, endsAt), t, purpose.locale) },
    ...(method ? [{ id: 'now', label: t('method_now'), value: methodText(method, t) }] : []),
  ];
}

/** The message beside the button; field errors are at the fields. */
function refusalText(refusal: Refusal, isPaying: boolean, t: Translate): string | undefined {
  const kept = isPaying ? [] : [t('method_kept')];
  switch (refusal.reason) {
    case 'fields':
      return undefined;
    case 'violations':
      return [...refusal.violations.map((violation) => t.violation(violation)), ...kept].join(' ');
    case 'wait':
      return t('login_wait', { wait: waitText(refusal.seconds, t.lang) });
    case 'failed':
      return [t.failure(refusal.message) ?? '', ...kept].join(' ');
  }
}
