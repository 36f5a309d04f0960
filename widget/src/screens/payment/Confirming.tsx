import { useEffect, useState } from 'react';
import { useFlow } from '../../flow/flow.js';
import { useText } from '../../i18n/useText.js';
import { Button, Page, Spinner } from '../../parts/index.js';
import { newId } from '../../flow/visitor.js';
import { resumePayment } from '../../checkout/pay.js';
import { wait } from './usePay.js';

export interface ConfirmingProps {
  /** The payment never was, or was declined: the person may pay. */
  onOver: () => void;
}

/** A payment was sent before this page was loaded: finds out how it ended. */
export function Confirming({ onOver }: ConfirmingProps) {
  const { buyer, keeper, go, fail } = useFlow();
  const say = useText();
  const [attempt, setAttempt] = useState(0);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const answer = await resumePayment({
        calls: buyer,
        keys: { get: () => keeper.get().paymentKey, set: (paymentKey) => keeper.set({ paymentKey }), make: newId },
        onConfirming: () => undefined,
        wait,
      });
      if (!isCurrent) return;
      if (answer) {
        keeper.set({ paid: answer });
        go(buyer.paths.credentials, { replace: true });
        return;
      }
      await buyer.refresh();
      if (isCurrent) onOver();
    };
    find().catch((error: unknown) => {
      if (!isCurrent) return;
      setLost(true);
      fail(error);
    });
    return () => {
      isCurrent = false;
    };
  }, [buyer, keeper, go, fail, onOver, attempt]);
  return (
    <Page heading={say('payment_title')} layout="letter">
      {isLost ? (
        <Button
          onPress={() => {
            setLost(false);
            setAttempt((n) => n + 1);
          }}
        >
          {say('try_again')}
        </Button>
      ) : (
        <Spinner size="large" label={say('review_confirming')} />
      )}
    </Page>
  );
}
