import { useCallback, useEffect, useState } from 'react';
import { accountCalls } from '../../../client/account.js';
import { holdProvider } from '../../../checkout/providers/hold.js';
import type { CardFormOptions } from '../../../checkout/providers/port.js';
import { loadProvider } from '../../../checkout/providers/provider.js';
import { useFlow } from '../../../flow/flow.js';
import { BackLink } from '../../../flow/BackLink.js';
import { withLogin } from '../../../flow/withLogin.js';
import { useMachine } from '../../../machine/useMachine.js';
import { createInterpreter } from './interpreter.js';
import { purchaseOf, start, step } from './machine.js';
import { Method } from './Method.js';

/** Opened from the account page, or from the email about a declined renewal. */
export default function MethodScreen() {
  const flow = useFlow();
  const [{ calls, held }] = useState(() => {
    const account = accountCalls(flow.api);
    const fetchToken = (id: string) => withLogin(flow, '/account/payment-method', (token) => account.clientToken(token, id));
    return {
      calls: account,
      held: holdProvider((id: string, country: string) =>
        loadProvider(flow.bootstrap.payment, async () => (await fetchToken(id)).clientToken, country),
      ),
    };
  });
  useEffect(() => held.close, [held]);
  const [state, send] = useMachine(start, step, (dispatch) => createInterpreter({ calls, flow, held }, dispatch), { do: 'load' });
  const form = state.name === 'form' ? state : undefined;
  const id = form?.subscription.id ?? '';
  const country = form ? purchaseOf(form).country : '';
  const openCard = useCallback(
    async (options: CardFormOptions) => {
      await held.open(id, country);
      return held.openCard(options);
    },
    [held, id, country],
  );
  return (
    <Method
      state={state}
      send={send}
      openCard={openCard}
      top={<BackLink to="/account" code="account_back" />}
      headingTakesFocus={flow.hasMoved()}
      onHome={() => flow.go('/account')}
      homeHref={flow.href('/account')}
    />
  );
}
