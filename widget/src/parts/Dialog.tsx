import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './dialog.css';
import { Heading } from './Heading.js';
import { IconButton } from './IconButton.js';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** Buttons at the foot, the one that goes on first. */
  actions?: ReactNode;
  /** Called for Escape, a press beside the dialog and the cross. Without it the dialog can't be dismissed: only its actions lead on. */
  onDismiss?: (() => void) | undefined;
  /** Needed with `onDismiss`. */
  closeLabel?: string | undefined;
}

/**
 * A modal question, open for as long as it is mounted. The browser's own dialog: top layer, everything else inert, focus given back at the end,
 * and nothing of it outside our root. The title takes the focus, so that the question is heard before its buttons.
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
        // A second Escape closes a dialog whatever we say. One that is still wanted comes back: it needs an answer, or waits for one.
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
