import './field-error.css';
import { Icon } from '../parts/Icon.js';

export interface FieldErrorProps {
  /** For the control's `aria-describedby`. */
  id?: string | undefined;
  /** Without one, nothing is shown. */
  message?: string | undefined;
  /** Announces the message when it appears. Defaults to false. */
  isAnnounced?: boolean | undefined;
}

/** The error of the field above. Its icon shows the error without relying on color. */
export function FieldError({ id, message, isAnnounced = false }: FieldErrorProps) {
  const words = message && (
    <p className="cj-field-error" id={id}>
      <Icon name="alert" size="small" />
      <span>{message}</span>
    </p>
  );
  return isAnnounced ? <div aria-live="polite">{words}</div> : words || null;
}
