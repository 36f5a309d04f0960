import { useEffect } from 'react';
import { useFlow } from './flow.js';

/** Where support chat may be offered, and nowhere else. */
const paths = ['/signup', '/duplicate'];

/** Whether support chat is offered on a path: by the flag, on the first screen and where a duplicate is explained. */
export function offersChat(path: string, flags: Readonly<Record<string, boolean>>): boolean {
  return flags['supportChat'] === true && paths.includes(path);
}

/** Tells whoever runs the chat when it may be shown, and when no longer. */
export function useSupportChat(path: string): void {
  const { bootstrap, emit } = useFlow();
  const isOffered = offersChat(path, bootstrap.flags);
  useEffect(() => {
    if (!isOffered) return undefined;
    emit('chat', { isOffered: true });
    return () => emit('chat', { isOffered: false });
  }, [isOffered, emit]);
}
