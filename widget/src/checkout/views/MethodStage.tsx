import { memo, useEffect } from 'react';
import { deferred } from '../../fields/deferred.js';
import { useFlow } from '../../flow/flow.js';
import { useText, type Translate } from '../../i18n/useText.js';
import { paymentMethods } from '../../rules/index.js';
import { canContinue, isFree, isIncomplete, methodsOf, needsMailbox, stageOf, tokenOf } from '../questions.js';
import { cardFaults, type CardField } from '../providers/port.js';
import type { Method, PricedState } from '../state.js';
import { CardFields } from './CardFields.js';
import { MethodForm } from './MethodForm.js';
import { ProveMailbox } from './mailbox.js';
import { messageText } from './messageText.js';
import { loadReview } from './loadReview.js';
import { useCheckout, useSelected } from './useCheckout.js';

const WalletButton = deferred(async () => (await import('./WalletButton.js')).WalletButton);
const Codes = deferred(async () => (await import('./Codes.js')).Codes);

const shown = (state: PricedState) => {
  const { context } = state;
  const token = tokenOf(context);
  const { creditCard } = context.tokens;
  return {
    isHidden: stageOf(state) !== 'method',
    isTreatment: context.arm === 'treatment',
    methods: methodsOf(context).join(),
    method: context.chosen,
    isFree: isFree(context),
    payForCoparent: context.payForCoparent,
    seatPrice: context.quote.lines.find(({ kind }) => kind === 'package')?.amountFormatted ?? '',
    taxIncluded: context.quote.taxIncluded,
    savedCard: creditCard?.lastFour,
    authorized: token?.method === 'creditCard' ? undefined : token,
    hasOwnButton: context.chosen !== 'creditCard' && context.ownButtons.includes(context.chosen),
    provider: context.provider,
    total: context.quote.totals.total,
    currency: context.quote.totals.currencyCode,
    isWalletBusy: state.name === 'method.authorizing' || (state.name === 'billing.saving' && state.from === 'method'),
    isBusy: state.name === 'method.tokenizing' || (state.name === 'opening' && state.from === 'method'),
    message: context.messages.method,
    needsMailbox: needsMailbox(context, context.messages.method),
    refused: context.refused,
    attempt: context.attempts.method,
    canContinue: canContinue(context),
    isIncomplete: isIncomplete(context.codes),
    isWithoutToken: token === undefined,
  };
};

/** The method stage. It stays mounted behind other stages, so that no input is lost. */
export const MethodStage = memo(function MethodStage() {
  const { send } = useCheckout();
  const { buyer } = useFlow();
  const { isHidden, isTreatment, methods, method, provider, ...is } = useSelected(shown);
  const t = useText();
  useEffect(() => {
    // This only preloads. If it fails, Continue loads the code again.
    loadReview().catch(() => undefined);
  }, []);
  const faults = method === 'creditCard' && !is.isFree ? faultsOf(is.refused, t) : undefined;
  return (
    <div hidden={isHidden}>
      <MethodForm
        methods={methods.split(',') as Method[]}
        method={method}
        onMethod={(next) => send({ type: 'CHOOSE', method: next })}
        isFree={is.isFree}
        payForCoparent={
          buyer.isInvited
            ? undefined
            : {
                value: is.payForCoparent,
                onChange: (payForCoparent) => send({ type: 'SEATS', payForCoparent }),
                price: is.taxIncluded ? is.seatPrice : `${is.seatPrice} ${t('summary_before_tax')}`,
              }
        }
        codes={<Codes props={{}} />}
        card={<CardFields />}
        savedCard={is.savedCard}
        onUpdateCard={() => send({ type: 'UPDATE_CARD' })}
        authorized={is.authorized}
        walletButton={
          // While another stage is shown, the button would load the wallet's script for nothing.
          !isHidden &&
          is.hasOwnButton &&
          method !== 'creditCard' && <WalletButton key={`${method} ${provider} ${is.total} ${is.currency}`} props={{ wallet: method }} />
        }
        isWalletBusy={is.isWalletBusy}
        onAuthorize={() => send({ type: 'AUTHORIZE' })}
        failure={messageText(is.message, t)}
        wayOn={is.needsMailbox && !buyer.isInvited && <ProveMailbox props={{}} />}
        faults={faults}
        attempt={is.attempt}
        canReview={is.canContinue}
        missing={missing()}
        continueLabel={t(isTreatment ? 'continue' : 'payment_review_order')}
        isBusy={is.isBusy}
        onContinue={() => send({ type: 'CONTINUE' })}
      />
    </div>
  );

  /** Returns the reason for a disabled Continue, if no field shows it. */
  function missing(): string | undefined {
    if (is.isIncomplete) return t('payment_code_missing');
    if (!is.isFree && method !== 'creditCard' && is.isWithoutToken) return t('payment_wallet_missing', { method: t(paymentMethods[method].name) });
    return undefined;
  }
});

const faultsOf = (refused: readonly CardField[], t: Translate) => refused.map((field) => ({ field, message: t.coded(cardFaults[field]) }));
