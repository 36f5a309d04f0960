import type { FailureMessage } from '../client/failure.js';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';

/** A message that shows for a limited time. */
export interface Toast {
  id: number;
  message: FailureMessage;
}

interface Toasts {
  shown: Toast | undefined;
  toast: (message: FailureMessage) => void;
  dismiss: () => void;
}

const ToastContext = createContext<Toasts>({ shown: undefined, toast: () => undefined, dismiss: () => undefined });

/** Toasts are shown one at a time; a newer one replaces the older one. */
export function useToasts(): Toasts {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Toast>();
  const toast = useCallback((message: FailureMessage) => setShown((last) => ({ id: (last?.id ?? 0) + 1, message })), []);
  const dismiss = useCallback(() => setShown(undefined), []);
  const value = useMemo(() => ({ shown, toast, dismiss }), [shown, toast, dismiss]);
  return <ToastContext value={value}>{children}</ToastContext>;
}
