/*
 * The router's components for a server, left out: our shell on a server has no router. They would add 0.3 KB (gzip) to the first screen. The
 * build fails once this replaces nothing.
 */
import type { ReactNode } from 'react';

export const ScrollRestoration = (): null => null;
export const ClientOnly = ({ children }: { children: ReactNode }): ReactNode => children;
