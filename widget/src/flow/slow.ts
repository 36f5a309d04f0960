import { useEffect, useState } from 'react';

/** The time after which a call is slow, in milliseconds. */
export const slowMs = 10_000;

/** Reports whether something has been busy for more than 10 seconds. */
export function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isBusy]);
  return isBusy && isSlow;
}
