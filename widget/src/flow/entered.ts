import { useEffect, useRef } from 'react';

/** Acts when the screen is opened, by what it was opened with: what changes later is nothing to it. */
export function useEntered(act: () => void): void {
  const first = useRef(act);
  useEffect(() => first.current(), []);
}
