import type { Ref } from 'react';
import './hosted-field.css';
import { FieldDescription, useFieldIds, type FieldProps } from './Field.js';
import { FieldError } from './FieldError.js';

export interface HostedFieldProps extends FieldProps {
  /** Receives the element for the provider's frame. It stays mounted, and we put nothing into it. */
  ref: Ref<HTMLDivElement>;
  /** True while the frame's input has the focus, as reported by the provider's script. Defaults to false. */
  isFocused?: boolean | undefined;
  /** True until the frame accepts input: a calm shimmer shows. Defaults to false. */
  isLoading?: boolean | undefined;
  /** Asks the provider's script to focus its input: after a press on the label, or a jump from the error summary. */
  onFocusRequest: () => void;
}

/**
 * Label, box and error around a card field in the provider's frame. If a device doesn't let a frame take the focus, the focus stays on this labeled
 * box.
 */
export function HostedField(props: HostedFieldProps) {
  const { ref, isFocused = false, isLoading = false, onFocusRequest } = props;
  const ids = useFieldIds(props);
  return (
    <div className="cj-field" data-invalid={props.errorMessage ? true : undefined}>
      {/* A label can't point into a frame. The text names the group, and a press on it acts like a press on a label. */}
      <span className="cj-field-label" id={ids.label} onClick={onFocusRequest}>
        {props.label}
      </span>
      <FieldDescription props={props} ids={ids} />
      <div
        className="cj-control cj-hosted"
        id={ids.control}
        role="group"
        aria-labelledby={ids.label}
        aria-describedby={ids.describedBy}
        tabIndex={-1}
        data-field={props.name}
        data-focused={isFocused || undefined}
        data-loading={isLoading || undefined}
        onFocus={(event) => {
          if (event.target === event.currentTarget) {
            onFocusRequest();
          }
          props.onFocus?.();
        }}
        onBlur={() => props.onBlur?.()}
      >
        <div className="cj-hosted-frame" ref={ref} />
      </div>
      <FieldError id={ids.error} message={props.errorMessage} isAnnounced={props.announcesError} />
    </div>
  );
}
