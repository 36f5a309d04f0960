import './field-error.css';
import { Icon } from '../parts/Icon.js';

export interface FieldErrorProps {
  /** For the control's `aria-describedby`. */
  id?: string | undefined;
  /** Nothing is shown without one. */
  message?: string | undefined;
  /** Says the message when it appears. Defaults to false. */
  isAnnounced?: boolean | undefined;
}

/** The error of the field above, with an icon, so that the colour isn't alone. */
export function FieldError({ id, message, isAnnounced = false }: FieldErrorProps) {
  const words = message && (
    <p className="cj-field-error" id={id}>
      <Icon name="alert" size="small" />
      <span>{message}</span>
    </p>
  );
  return isAnnounced ? <div aria-live="polite">{words}</div> : words || null;
}
