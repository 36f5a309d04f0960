import { useRouter, type HistoryState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Gives each value of a screen its own entry in the browser's history, so that Back leads to the value before; the address stays. A screen that has no
 * value yet has no entry. `onEntry` shows the value of another entry, and returns whether it could; if not, the entry takes the shown value.
 * Returns the address.
 */
export function useHistoryEntry<K extends keyof HistoryState>(
  key: K,
  value: HistoryState[K],
  onEntry: (entry: NonNullable<HistoryState[K]>) => boolean,
): string {
  const { history } = useRouter();
  const [path] = useState(history.location.pathname);
  const last = useRef<HistoryState[K]>(undefined);
  const follow = useEffectEvent(() => {
    const { pathname, href, state } = history.location;
    const entry = state[key];
    if (value === undefined || pathname !== path || entry === value) return;
    if (entry === undefined || !onEntry(entry)) history.replace(href, { ...state, [key]: value });
  });
  useEffect(
    () =>
      history.subscribe(({ action: { type } }) => {
        if (type !== 'PUSH' && type !== 'REPLACE') follow();
      }),
    [history],
  );
  useEffect(() => {
    if (value === undefined) return;
    const { pathname, href, state } = history.location;
    if (last.current === undefined) follow();
    else if (value !== last.current && pathname === path && state[key] !== value) history.push(href, { [key]: value });
    last.current = value;
  }, [history, path, key, value]);
  return path;
}
