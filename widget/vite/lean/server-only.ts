/* What the router needs on a server or while hydrating: our flow starts in the browser, from an empty shell. */
import type { ReactNode } from 'react';

export const ClientOnly = ({ children }: { children: ReactNode }): ReactNode => children;
export const useHydrated = (): boolean => true;
export const ScriptOnce = (): null => null;
export const ScrollRestoration = (): null => null;
