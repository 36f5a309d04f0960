import { useId, type ReactNode } from 'react';
import './field.css';
import { FieldError } from './FieldError.js';

/** Reserves the room of a line that comes later, with a list or an answer. Without it the button would move under the user's finger. */
export const keptLine = '\u00a0';

/** The props of every field, so that a screen can describe any of them with one object. */
export interface FieldProps {
  /** The visible label; it also names the control. */
  label: ReactNode;
  /** Help below the label, tied to the control. */
  description?: ReactNode;
  /** The error, in words. Its presence marks the control as invalid. */
  errorMessage?: string | undefined;
  /** Announces a later error politely: one that appears without Continue, such as a taken name. Defaults to false: the summary announces errors. */
  announcesError?: boolean | undefined;
  /** Defaults to false. Only for assistive technology: the browser's own bubbles never show. */
  isRequired?: boolean | undefined;
  /** Shown, but disabled. Defaults to false. */
  isDisabled?: boolean | undefined;
  /** The field's name in the server's messages; the error summary finds the control by it. */
  name: string;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
}

/** Ids that connect a control to its texts. */
export interface FieldIds {
  control: string;
  label: string;
  description: string;
  error: string;
  /** For `aria-describedby`: the ids of existing elements, help first. */
  describedBy: string | undefined;
}

/** Makes the ids of one field. */
export function useFieldIds(props: Pick<FieldProps, 'description' | 'errorMessage'>, ...more: string[]): FieldIds {
  const base = useId();
  const ids = { control: `${base}c`, label: `${base}l`, description: `${base}d`, error: `${base}e` };
  const described = [...(props.description ? [ids.description] : []), ...more, ...(props.errorMessage ? [ids.error] : [])];
  return { ...ids, describedBy: described.length > 0 ? described.join(' ') : undefined };
}

/** The attributes that each of our native controls has. */
export function controlAttributes(props: FieldProps, ids: FieldIds) {
  return {
    id: ids.control,
    name: props.name,
    'data-field': props.name,
    disabled: props.isDisabled ?? false,
    'aria-required': props.isRequired ? true : undefined,
    // Set even if false: otherwise a browser calls half an address invalid while it is typed.
    'aria-invalid': Boolean(props.errorMessage),
    'aria-describedby': ids.describedBy,
    onBlur: () => props.onBlur?.(),
    onFocus: () => props.onFocus?.(),
  } as const;
}

/** Help below a label. */
export const FieldDescription = ({ props: { description }, ids }: Pick<FieldFrameProps, 'props' | 'ids'>) =>
  description && (
    <div className="cj-field-description" id={ids.description}>
      {description}
    </div>
  );

export interface FieldFrameProps {
  props: FieldProps;
  ids: FieldIds;
  /** A narrower control for short answers: a postal code, a four-digit code. Defaults to `full`. */
  width?: 'full' | 'half' | 'short' | undefined;
  children: ReactNode;
  /** Shown between the control and the error. */
  below?: ReactNode;
}

/** Label, help, control and error, in the same order for eyes and screen readers. */
export function FieldFrame({ props, ids, width = 'full', children, below }: FieldFrameProps) {
  return (
    <div className="cj-field" data-width={width} data-invalid={props.errorMessage ? true : undefined}>
      <label className="cj-field-label" id={ids.label} htmlFor={ids.control}>
        {props.label}
      </label>
      <FieldDescription props={props} ids={ids} />
      {children}
      {below}
      <FieldError id={ids.error} message={props.errorMessage} isAnnounced={props.announcesError} />
    </div>
  );
}
