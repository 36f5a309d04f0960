import { useState } from 'react';
import { BackLink } from '../../../flow/BackLink.js';
import { useFlow } from '../../../flow/flow.js';
import { useSupport } from '../../../flow/useSupport.js';
import { Status } from './Status.js';

export default function StatusScreen() {
  const { bootstrap, go, hasMoved, track } = useFlow();
  const support = useSupport();
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <Status
      top={hasAccount ? <BackLink onBack={() => setHasAccount(false)} /> : <BackLink to="/signup" />}
      headingTakesFocus={hasMoved()}
      product={bootstrap.product}
      support={support}
      loginHref={bootstrap.links.login ?? ''}
      hasAccount={hasAccount}
      onYes={() => {
        track('Co-Parent Status Answered', { hasAccount: true });
        setHasAccount(true);
      }}
      onNo={() => {
        if (!hasAccount) track('Co-Parent Status Answered', { hasAccount: false });
        go('/step1');
      }}
    />
  );
}
