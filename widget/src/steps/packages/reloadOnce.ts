import { useEffect } from 'react';
import { useFlow, useSession } from '../../flow/flow.js';

/**
 * Reloads, once, if no package matches: the page itself when hosted, only the server's answer when embedded, because a host's page is
 * not ours to reload. Returns whether a reload is running. After it, the screen shows the error.
 */
export function useReloadOnce(isUnmatched: boolean, reload: () => void): boolean {
  const { keeper, setting } = useFlow();
  const { packagesReloaded = false } = useSession();
  const isReloading = isUnmatched && !packagesReloaded;
  useEffect(() => {
    if (!isReloading) return;
    keeper.set({ packagesReloaded: true });
    if (setting.hosted) location.reload();
    else reload();
  }, [isReloading, keeper, setting.hosted, reload]);
  return isReloading;
}
