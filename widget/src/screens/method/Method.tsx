import { useState } from 'react';
import { cardFaults, type CardForm, type CardFormOptions } from '../../checkout/providers/port.js';
import { HostedCard } from '../../checkout/views/HostedCard.js';
import { TextField } from '../../fields/index.js';
import { Failure } from '../../flow/Failure.js';
import type { ScreenProps } from '../../flow/screen.js';
import { waitText } from '../../flow/wait.js';
import { useText, type Say } from '../../i18n/useText.js';
import {
  Actions,
  Banner,
  Button,
  DetailList,
  ErrorSummary,
  FormStack,
  Illustration,
  LinkButton,
  Page,
  Spinner,
  TrustNote,
} from '../../parts/index.js';
import { day, methodText } from '../account/saying.js';
import type { Refusal, ReplacementState } from './useReplacement.js';

export interface MethodProps extends ScreenProps {
  state: ReplacementState;
  openCard: (options: CardFormOptions) => Promise<CardForm>;
  /** Counts the provider's clients: another one brings other fields. */
  opened: number;
  onRetry: () => void;
  onRetryCard: () => void;
  onChanged: () => void;
  onSubmit: (holder: string) => void;
  onHome: () => void;
  homeHref?: string | undefined;
}

/** Another card for a subscription that renews. */
export function Method({
  state,
  top,
  headingTakesFocus,
  openCard,
  opened,
  onRetry,
  onRetryCard,
  onChanged,
  onSubmit,
  onHome,
  homeHref,
}: MethodProps) {
  const say = useText();
  const [holder, setHolder] = useState('');
  const [isValid, setValid] = useState(false);
  if (state.name === 'done') {
    return (
      <Page heading={say('method_done')} layout="letter" picture={<Illustration name="done" />} headingTakesFocus focusKey="done">
        <p role="status">
          {say(state.isTriedAgain ? 'method_done_again' : 'method_done_text', {
            card: say('account_card', { brand: state.brand, lastFour: state.lastFour }),
          })}{' '}
          {say('method_done_mail', { email: state.email })}
        </p>
        <Actions>
          <LinkButton href={homeHref} onPress={onHome} placement="button">
            {say('account_back')}
          </LinkButton>
        </Actions>
      </Page>
    );
  }
  const refusal = state.name === 'form' ? state.refusal : undefined;
  const refused = refusal?.why === 'fields' ? refusal.fields : [];
  const failure = refusal && refusalText(refusal, say);
  const isCharged = state.name === 'form' && state.subscription.renewal.nextTryAt !== undefined;
  return (
    <Page
      heading={say('method_title')}
      subtitle={say(isCharged ? 'method_text_again' : 'method_text')}
      top={top}
      headingTakesFocus={headingTakesFocus}
    >
      {state.name === 'loading' && <Spinner size="large" label={say('loading')} />}
      {state.name === 'unavailable' && (
        <Banner
          tone="danger"
          duration={null}
          action={
            <Button variant="secondary" onPress={onRetry}>
              {say('try_again')}
            </Button>
          }
        >
          {say('account_failed')} {say.failure(state.said)}
        </Banner>
      )}
      {state.name === 'none' && <p>{say('method_none')}</p>}
      {state.name === 'form' && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid && !state.isBusy) onSubmit(holder);
          }}
        >
          <FormStack>
            <ErrorSummary
              title={say('summary_title', { count: refused.length })}
              errors={refused.map((field) => ({ field, message: say.coded(cardFaults[field]) }))}
              attempt={state.attempt}
            />
            <DetailList
              details={[
                { id: 'package', label: say('account_package'), value: state.subscription.packageName },
                { id: 'renews', label: say('account_renews'), value: day(state.subscription.endsAt, say, state.locale) },
                ...(state.subscription.renewal.method
                  ? [{ id: 'now', label: say('method_now'), value: methodText(state.subscription.renewal.method, say) }]
                  : []),
              ]}
            />
            <TrustNote>{say('payment_secure')}</TrustNote>
            <HostedCard
              key={opened}
              openCard={openCard}
              refused={refused}
              name={
                <TextField
                  name="cardHolderName"
                  label={say('payment_cardholder')}
                  value={holder}
                  onChange={setHolder}
                  autoComplete="cc-name"
                  autoCapitalize="words"
                />
              }
              onChanged={onChanged}
              onValidity={setValid}
              onRetry={onRetryCard}
            />
            {failure && <Failure>{failure}</Failure>}
            <Actions>
              <Button type="submit" isDisabled={!isValid} isBusy={state.isBusy} busyLabel={say('method_saving')}>
                {say('method_save')}
              </Button>
            </Actions>
          </FormStack>
        </form>
      )}
    </Page>
  );
}

/** What is said beside the button; the fields say what is wrong with themselves. */
function refusalText(refusal: Refusal, say: Say): string | undefined {
  switch (refusal.why) {
    case 'fields':
      return undefined;
    case 'violations':
      return `${refusal.violations.map((violation) => say.violation(violation)).join(' ')} ${say('method_kept')}`;
    case 'wait':
      return say('login_wait', { wait: waitText(refusal.seconds, say.lang) });
    case 'failed':
      return `${say.failure(refusal.said) ?? ''} ${say('method_kept')}`;
  }
}
