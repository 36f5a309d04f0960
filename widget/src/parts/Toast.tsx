import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './toast.css';
import { useRoot } from '../theme/Root.js';
import { Icon } from './Icon.js';
import { IconButton } from './IconButton.js';

export interface ToastProps {
  children: ReactNode;
  /** `danger` is announced immediately. Defaults to `danger`. */
  tone?: 'info' | 'danger' | undefined;
  /** Omitted if the message goes away by itself: then there is no cross. */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
}

/** A short message over the foot of the window, for a failed call. It stays until it is closed, the screen changes, or its cause is gone. */
export function Toast({ children, tone = 'danger', onClose, closeLabel }: ToastProps) {
  const { portal } = useRoot();
  const toast = (
    <div className="cj-toast cj-screen-only" data-tone={tone}>
      <Icon name={tone === 'danger' ? 'alert' : 'info'} />
      <div className="cj-toast-words" role={tone === 'danger' ? 'alert' : 'status'}>
        {children}
      </div>
      {onClose && <IconButton icon="close" label={closeLabel} onPress={onClose} />}
    </div>
  );
  // Outside the frame: a query container would capture `position: fixed` in browsers from before 2024.
  return portal ? createPortal(toast, portal) : toast;
}
