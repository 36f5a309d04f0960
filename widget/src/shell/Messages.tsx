import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/useText.js';
import { deferred } from '../fields/deferred.js';
import { Toast } from '../parts/index.js';
import { useAccount, useSignup, useSignupSession } from '../flow/flow.js';
import type { Notice } from '../session/session.js';
import { useToasts } from '../flow/toast.js';

// The first screen needs neither.
const Banner = deferred(async () => (await import('../parts/Banner.js')).Banner);
const SaveNow = deferred(async () => (await import('./SaveNow.js')).SaveNow);

const calm: Partial<Record<Notice, 'info' | 'success'>> = { resumed: 'success', payment_done: 'info' };

/** Screens that sell nothing to their users. */
const silent = ['/duplicate', '/pro', '/login', '/account'];

/** The messages above the screen: a discount, the reason of a redirect, a failed call. */
export function Messages({ path }: { path: string }) {
  const t = useText();
  const { keeper, api } = useSignup();
  const isWaiting = useSyncExternalStore(api.turn.subscribe, api.turn.isWaiting);
  const { discount, notice, paid, registration } = useSignupSession();
  const isSignedUp = useAccount().login !== undefined && !registration && path === '/step1';
  const { shown, dismiss } = useToasts();
  const showsDiscount = discount !== undefined && !paid && !silent.includes(path);
  return (
    <>
      <SaveNow isShown={showsDiscount} props={{}} />
      {notice && (
        <Banner
          key={notice}
          props={{
            tone: calm[notice] ?? 'warning',
            onClose: () => keeper.set({ notice: undefined }),
            closeLabel: t('alert_dismiss'),
            pauseLabel: t('alert_pause'),
            children: t(`notice_${notice}`),
          }}
        />
      )}
      {isSignedUp && !notice && <Banner props={{ tone: 'info', children: t('notice_signed_up') }} />}
      {isWaiting && <Toast tone="info">{t('busy_message')}</Toast>}
      {shown && !isWaiting && (
        <Toast key={shown.id} onClose={dismiss} closeLabel={t('alert_dismiss')}>
          {t.failure(shown.message)}
        </Toast>
      )}
    </>
  );
}
