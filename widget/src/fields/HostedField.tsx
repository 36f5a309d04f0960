import type { Ref } from 'react';
import './hosted-field.css';
import { FieldDescription, useFieldIds, type FieldProps } from './Field.js';
import { FieldError } from './FieldError.js';

export interface HostedFieldProps extends FieldProps {
  /** Receives the element that the provider's script puts its frame into. It stays mounted, and we put nothing into it. */
  ref: Ref<HTMLDivElement>;
  /** True while the frame's input has the focus (the provider's script tells). Defaults to false. */
  isFocused?: boolean | undefined;
  /** True until the frame can be typed into: a calm shimmer shows. Defaults to false. */
  isLoading?: boolean | undefined;
  /** Asks the provider's script to focus its input: on a press on the label, and when the error summary leads here. */
  onFocusRequest: () => void;
}

/**
 * Label, box and error around a card field that lives in the provider's frame. Where a device won't let a frame take the focus, the focus stays
 * on this labelled box.
 */
export function HostedField(props: HostedFieldProps) {
  const { ref, isFocused = false, isLoading = false, onFocusRequest } = props;
  const ids = useFieldIds(props);
  return (
    <div className="cj-field" data-invalid={props.errorMessage ? true : undefined}>
      {/* A label can't point into a frame. The words name the group, and a press on them does what a press on a label does. */}
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
