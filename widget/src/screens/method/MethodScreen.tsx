import { useEffect } from 'react';
import { accountCalls } from '../../client/account.js';
import { loadProvider } from '../../checkout/providers/provider.js';
import { useFlow } from '../../flow/flow.js';
import { BackLink } from '../../flow/BackLink.js';
import { Method } from './Method.js';
import { useReplacement } from './useReplacement.js';

/** Opened from the account page, or by the mail about a declined renewal. */
export default function MethodScreen() {
  const flow = useFlow();
  const { state, load, ...replacement } = useReplacement(() => ({ calls: accountCalls(flow.api), flow, loadProvider }));
  useEffect(load, [load]);
  return (
    <Method
      {...replacement}
      state={state}
      top={<BackLink to="/account" code="account_back" />}
      headingTakesFocus={flow.hasMoved()}
      onRetry={load}
      onHome={() => flow.go('/account')}
      homeHref={flow.href('/account')}
    />
  );
}
