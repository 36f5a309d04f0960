import type { ReactNode, Ref } from 'react';
import './button.css';
import { Icon, type IconName } from './Icon.js';

export interface ButtonProps {
  /** The label. */
  children: ReactNode;
  /** `primary` once on a screen; `secondary` beside it; `quiet` for small things within a form. Defaults to `primary`. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  /** `submit` inside a form. Defaults to `button`. */
  type?: 'button' | 'submit' | undefined;
  onPress?: (() => void) | undefined;
  /**
   * While true the button keeps its focus and size, ignores presses (including submits) and announces `busyLabel` politely. Defaults to false.
   * This, not `isDisabled`, prevents a double press.
   */
  isBusy?: boolean | undefined;
  /** The label while busy, "Saving…"; required if `isBusy` is ever true. */
  busyLabel?: string | undefined;
  /** Only where the specification requires a disabled button: elsewhere the press explains the missing input. Defaults to false. */
  isDisabled?: boolean | undefined;
  /** As wide as its container. On narrow screens every primary button is. Defaults to false. */
  isWide?: boolean | undefined;
  icon?: IconName | undefined;
  /** A fuller name for screen readers, "Choose Essentials". It must begin with the visible text. */
  accessibleLabel?: string | undefined;
  /** Id of an element that describes the button's effect. */
  describedBy?: string | undefined;
  isExpanded?: boolean | undefined;
  /** Id of the element that it shows and hides. */
  controls?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button of at least 44 px with an announced busy state. */
export function Button({
  children,
  variant = 'primary',
  type = 'button',
  onPress,
  isBusy = false,
  busyLabel,
  isDisabled = false,
  isWide = false,
  icon,
  accessibleLabel,
  describedBy,
  isExpanded,
  controls,
  ref,
}: ButtonProps) {
  return (
    <>
      <button
        ref={ref}
        type={type}
        className={`cj-button cj-button-${variant}`}
        data-wide={isWide || undefined}
        data-busy={isBusy || undefined}
        disabled={isDisabled}
        // A busy button stays focusable, because otherwise the focus would jump to the document's top during a submit.
        aria-disabled={isBusy || undefined}
        aria-label={accessibleLabel}
        aria-describedby={describedBy}
        aria-expanded={isExpanded}
        aria-controls={controls}
        onClick={(event) => {
          if (isBusy) {
            event.preventDefault();
            return;
          }
          onPress?.();
        }}
      >
        <span className="cj-button-words">
          {icon && <Icon name={icon} />}
          {children}
        </span>
        {isBusy && (
          <span className="cj-button-busy" aria-hidden="true">
            <svg className="cj-button-ring" viewBox="0 0 20 20" focusable="false">
              <circle cx="10" cy="10" r="8" />
              <path d="M10 2a8 8 0 0 1 8 8" />
            </svg>
          </span>
        )}
      </button>
      {busyLabel !== undefined && (
        <span className="cj-visually-hidden" role="status">
          {isBusy ? busyLabel : ''}
        </span>
      )}
    </>
  );
}
