import { useId, type ReactNode } from 'react';
import './field.css';
import { FieldError } from './FieldError.js';

/** Keeps the room of a line that comes later, with a list or an answer: it would move the button from under somebody's finger. */
export const keptLine = '\u00a0';

/** The props of every field, so that a screen can describe any of them with one object. */
export interface FieldProps {
  /** The visible label; it also names the control. */
  label: ReactNode;
  /** Help below the label, tied to the control. */
  description?: ReactNode;
  /** The error, in words. Its presence marks the control as invalid. */
  errorMessage?: string | undefined;
  /** Says a later error (one that appears without Continue, a name that is taken) politely. Defaults to false: the summary speaks then. */
  announcesError?: boolean | undefined;
  /** Defaults to false. It tells assistive technology only: the browser's own bubbles never show. */
  isRequired?: boolean | undefined;
  /** Shown, but out of reach. Defaults to false. */
  isDisabled?: boolean | undefined;
  /** The field's name as the server spells it; the error summary finds the control by it. */
  name: string;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
}

/** Ids that tie a control to its words. */
export interface FieldIds {
  control: string;
  label: string;
  description: string;
  error: string;
  /** For `aria-describedby`: the ids of what is really there, help first. */
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
    // Said even where it is false: else a browser calls half an address invalid while it is typed.
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
  /** Stands under the control and above the error. */
  below?: ReactNode;
}

/** Label, help, control and error, in this order for the eye and the ear alike. */
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
