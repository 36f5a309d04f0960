import type { FailureMessage } from '../../client/failure.js';
import { TextField } from '../../fields/index.js';
import { useText } from '../../i18n/useText.js';
import type { PricedState } from '../state.js';
import { proveMailbox } from '../questions.js';
import { HostedCard } from './HostedCard.js';
import { ProveMailbox } from './mailbox.js';
import { useCheckout, useSelected } from './useCheckout.js';

const shown = ({ context }: PricedState) => ({
  refused: context.refused,
  hiddenBrands: context.hiddenBrands,
  provider: context.provider,
});

const named = ({ context }: PricedState) => ({ holder: context.holder });

const wayOn = ({ code }: FailureMessage) => code === proveMailbox && <ProveMailbox props={{}} />;

/** Card number, date and security code in the provider's frames, and the name on the card. Another provider has other frames. */
export function CardFields() {
  const { send, openCard } = useCheckout();
  const { provider, refused, hiddenBrands } = useSelected(shown);
  return (
    <HostedCard
      key={provider}
      openCard={openCard}
      refused={refused}
      hiddenBrands={hiddenBrands}
      name={<CardName />}
      onChanged={(field) => send({ type: 'CARD_CHANGED', field })}
      onValidity={(isValid) => send({ type: 'CARD_VALIDITY', isValid })}
      onRetry={() => send({ type: 'RETRY_PROVIDER' })}
      wayOn={wayOn}
    />
  );
}

function CardName() {
  const { send } = useCheckout();
  const { holder } = useSelected(named);
  const t = useText();
  return (
    <TextField
      name="cardHolderName"
      label={t('payment_cardholder')}
      value={holder}
      onChange={(typed) => send({ type: 'HOLDER', holder: typed })}
      autoComplete="cc-name"
      autoCapitalize="words"
    />
  );
}
