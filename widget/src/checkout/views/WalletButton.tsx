import { useEffect, useRef, useState } from 'react';
import { RetryBanner } from '../../flow/RetryBanner.js';
import { useText } from '../../i18n/useText.js';
import type { Wallet } from '../../rules/index.js';
import { dueOf, isPriced, walletFailure } from '../questions.js';
import { messageText } from './messageText.js';
import { useCheckout } from './useCheckout.js';

/** The place of a wallet's own button, with a retry if its script failed to load. Another price or provider needs another button. */
export function WalletButton({ wallet }: { wallet: Wallet }) {
  const checkout = useCheckout();
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<{ attempt: number; status: 'ready' | 'failed' }>();
  const status = outcome?.attempt === attempt ? outcome.status : 'loading';
  useEffect(() => {
    const { current } = place;
    const state = checkout.get();
    if (!current || !isPriced(state)) return undefined;
    const wait = new AbortController();
    let close: (() => void) | undefined;
    checkout.openButton(wallet, dueOf(state.context), { place: current, signal: wait.signal }).then(
      (opened) => {
        if (wait.signal.aborted) opened();
        else {
          close = opened;
          setOutcome({ attempt, status: 'ready' });
        }
      },
      () => {
        if (!wait.signal.aborted) setOutcome({ attempt, status: 'failed' });
      },
    );
    return () => {
      wait.abort();
      close?.();
    };
  }, [checkout, wallet, attempt]);
  return (
    <>
      <p className="cj-visually-hidden" role="status">
        {status === 'loading' && t('payment_loading')}
      </p>
      {status === 'failed' && <RetryBanner onRetry={() => setAttempt((n) => n + 1)}>{messageText(walletFailure(wallet), t)}</RetryBanner>}
      <div ref={place} className="cj-wallet-own" hidden={status === 'failed'} />
    </>
  );
}
