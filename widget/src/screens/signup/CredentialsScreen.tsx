import { useCallback, useEffect, useState } from 'react';
import { keepPaid } from '../../checkout/purchased.js';
import { useSignup, useSignupSession } from '../../flow/flow.js';
import { useText } from '../../i18n/useText.js';
import { Spinner } from '../../parts/index.js';
import { basePath } from '../../session/setting.js';
import { CredentialsStep } from '../../steps/credentials/CredentialsStep.js';

export default function CredentialsScreen() {
  const flow = useSignup();
  const { go, keeper, setting } = flow;
  const { paid, mailedToken } = useSignupSession();
  const t = useText();
  // Remembered: the token is forgotten after use, but the screen stays the same.
  const [isMailed] = useState(!paid);
  useEffect(() => {
    // A payment confirmed after a reload hasn't been announced yet.
    if (paid) keepPaid(flow, paid);
  }, [flow, paid]);
  const elsewhere = setting.credentials === 'hosted' && !setting.hosted && paid?.clickToJoinToken;
  useEffect(() => {
    // In the fragment, neither logs nor referrers see the token.
    if (elsewhere) location.assign(`${setting.server}${basePath}/credentials#token=${encodeURIComponent(elsewhere)}`);
  }, [elsewhere, setting.server]);
  const forgetToken = useCallback(() => keeper.set({ mailedToken: undefined }), [keeper]);
  const toReceipt = useCallback(() => go('/receipt', { replace: true }), [go]);
  if (elsewhere) return <Spinner size="large" label={t('loading')} />;
  return (
    <CredentialsStep
      token={paid?.clickToJoinToken ?? mailedToken ?? ''}
      email={paid?.registration?.parent?.email ?? ''}
      isMailed={isMailed}
      subtitle={isMailed || !paid?.receipt?.paymentType ? t('credentials_subtitle_mailed') : undefined}
      onSaved={forgetToken}
      onDone={toReceipt}
    />
  );
}
