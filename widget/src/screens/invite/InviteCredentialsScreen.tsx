import { useCallback, useEffect, useMemo, useState } from 'react';
import { keepPaid } from '../../checkout/purchased.js';
import { createInviteApi } from '../../client/invite.js';
import { useInvited, useInvitedSession } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { useText } from '../../i18n/useText.js';
import { Button, Page, Spinner } from '../../parts/index.js';
import { isConsentRequired } from '../../rules/index.js';
import { CredentialsStep } from '../../steps/credentials/CredentialsStep.js';
import { leaveToLogin } from './login.js';

export default function InviteCredentialsScreen() {
  const flow = useInvited();
  const { api, bootstrap, go, hasMoved } = flow;
  const session = useInvitedSession();
  const t = useText();
  const calls = useMemo(() => createInviteApi(api), [api]);
  // The screen's data outlive the session, which is cleared on the way out.
  const [{ invite, paid, invitation, registration }] = useState(session);
  const parent = useLookup(invite && 'invited parent', () => calls.parent(invite ?? { userId: '', token: '' }));
  useEffect(() => {
    // A payment confirmed after a reload hasn't been announced yet.
    if (paid) keepPaid(flow, paid);
  }, [flow, paid]);
  const country = parent.data?.address.country || registration?.address?.country || 'US';
  const agreed = parent.data?.agreedToTerms === true;
  const [terms, setTerms] = useState(false);
  const [marketing, setMarketing] = useState<boolean>();
  // Payers gave or refused consent on review.
  const marketingOptIn = marketing ?? (paid ? parent.data?.marketingOptIn === true : !isConsentRequired(country));

  const onward = useCallback(() => {
    if (paid) go('/invite/receipt', { replace: true });
    else leaveToLogin(flow);
  }, [paid, go, flow]);

  if (!parent.data) {
    return (
      <Page heading={t('credentials_title')} headingTakesFocus={hasMoved()}>
        {parent.failed ? <Button onPress={parent.retry}>{t('try_again')}</Button> : <Spinner size="large" label={t('loading')} />}
      </Page>
    );
  }
  const subtitle = () => {
    if (!paid) return t('invite_credentials_text');
    return paid.receipt?.paymentType ? undefined : t('credentials_subtitle_mailed');
  };
  return (
    <CredentialsStep
      token={invitation?.clickToJoinToken ?? paid?.clickToJoinToken ?? ''}
      email={paid?.registration?.parent?.email ?? registration?.parent?.email ?? ''}
      subtitle={subtitle()}
      consent={
        agreed
          ? undefined
          : {
              termsHref: bootstrap.links.terms ?? '',
              isRequired: true,
              termsAndConditions: terms,
              marketingOptIn,
              onConsent: (change) => {
                if (change.termsAndConditions !== undefined) setTerms(change.termsAndConditions);
                if (change.marketingOptIn !== undefined) setMarketing(change.marketingOptIn);
              },
            }
      }
      beforeSave={async () => {
        if (agreed || !invite) return;
        await calls.agreeToTerms(invite);
        await calls.optInToMarketing(invite, marketingOptIn);
      }}
      doneText={paid ? undefined : { redirect: t('invite_login_text'), stayed: t('invite_login_stayed') }}
      onDone={onward}
    />
  );
}
