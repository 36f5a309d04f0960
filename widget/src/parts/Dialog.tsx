import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './dialog.css';
import { Heading } from './Heading.js';
import { IconButton } from './IconButton.js';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** Buttons at the foot, the primary one first. */
  actions?: ReactNode;
  /** Called for Escape, the cross, and a press outside the dialog. Without it the dialog can't be dismissed: only its actions lead on. */
  onDismiss?: (() => void) | undefined;
  /** Needed with `onDismiss`. */
  closeLabel?: string | undefined;
}

/**
 * A modal question, open while it is mounted. It is the browser's own dialog: top layer, everything else inert, focus restored at the end,
 * and nothing outside our root. The title takes the focus, so that screen readers read the question before its buttons.
 */
export function Dialog({ title, children, actions, onDismiss, closeLabel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) {
      return undefined;
    }
    const before = element.ownerDocument.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="cj-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
      onClose={() => {
        // Browsers close any dialog on a second Escape. One that is still mounted reopens: it needs an answer, or is waiting for one.
        if (dialog.current?.isConnected) {
          dialog.current.showModal();
        }
      }}
      onClick={(event) => {
        if (event.target === dialog.current) {
          onDismiss?.();
        }
      }}
    >
      <div className="cj-dialog-box">
        <div className="cj-dialog-head">
          <Heading depth={1} id={titleId} takesFocus>
            {title}
          </Heading>
          {onDismiss && <IconButton icon="close" label={closeLabel} onPress={onDismiss} />}
        </div>
        <div className="cj-dialog-body">{children}</div>
        {actions && <div className="cj-dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
