import { useEffect } from 'react';
import { useSignup } from '../flow/flow.js';

/** The only paths with support chat. */
const paths = ['/signup', '/duplicate'];

/** Reports whether a path has support chat: with the flag, on the first screen and on the one about a duplicate. */
export function offersChat(path: string, flags: Readonly<Record<string, boolean>>): boolean {
  return flags['supportChat'] === true && paths.includes(path);
}

/**
 * Notifies the embedding page when to show and hide its own chat. Our own page loads our chat, if the server has one configured. An embedding page
 * doesn't load it, because the widget's destroy() couldn't remove all of it.
 */
export function useSupportChat(path: string): void {
  const {
    bootstrap: { flags, supportChat },
    emit,
    api,
    keeper,
    inviteKeeper,
    setting,
  } = useSignup();
  const isOffered = offersChat(path, flags);
  useEffect(() => {
    if (!isOffered) return undefined;
    emit('chat', { isOffered: true });
    return () => emit('chat', { isOffered: false });
  }, [isOffered, emit]);
  useEffect(() => {
    if (!isOffered || !supportChat || !setting.hosted) return undefined;
    let end: (() => void) | undefined;
    let isMounted = true;
    const onFailure = () => emit('error', { code: 'support_chat_failed', canContinue: true });
    import('./chat.js').then(({ openChat }) => {
      if (isMounted) end = openChat(api, keeper.get(), inviteKeeper.get(), { ...supportChat, onFailure });
    }, onFailure);
    return () => {
      isMounted = false;
      end?.();
    };
  }, [isOffered, supportChat, emit, api, keeper, inviteKeeper, setting.hosted]);
}
