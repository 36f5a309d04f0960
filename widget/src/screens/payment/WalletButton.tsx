import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/useText.js';
import { Banner, Button } from '../../parts/index.js';

export interface WalletButtonProps {
  /** Puts the button into its place; rejects where its script is blocked or slow. Another function opens it anew. */
  open: (place: HTMLElement, signal: AbortSignal) => Promise<() => void>;
}

/** The place of a wallet's own button, which may be tried again where its script didn't come. */
export function WalletButton({ open }: WalletButtonProps) {
  const say = useText();
  const place = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const wait = new AbortController();
    let close: (() => void) | undefined;
    setStatus('loading');
    open(current, wait.signal).then(
      (opened) => {
        if (wait.signal.aborted) opened();
        else {
          close = opened;
          setStatus('ready');
        }
      },
      () => {
        if (!wait.signal.aborted) setStatus('failed');
      },
    );
    return () => {
      wait.abort();
      close?.();
    };
  }, [open, attempt]);
  return (
    <>
      <p className="cj-visually-hidden" role="status">
        {status === 'loading' && say('payment_loading')}
      </p>
      {status === 'failed' && (
        <Banner
          tone="danger"
          duration={null}
          action={
            <Button variant="secondary" onPress={() => setAttempt((n) => n + 1)}>
              {say('try_again')}
            </Button>
          }
        >
          {say('paypalInitError')}
        </Banner>
      )}
      <div ref={place} className="cj-wallet-own" hidden={status === 'failed'} />
    </>
  );
}
