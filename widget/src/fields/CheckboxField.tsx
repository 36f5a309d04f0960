import './checkbox-field.css';
import { controlAttributes, FieldDescription, useFieldIds, type FieldProps } from './Field.js';
import { FieldError } from './FieldError.js';

export interface CheckboxFieldProps extends Omit<FieldProps, 'label'> {
  /** May hold links: "I agree to the Terms & Conditions". */
  label: FieldProps['label'];
  /** Ticked or not. */
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A checkbox with its text beside it; a press on the text ticks it, too. */
export function CheckboxField(props: CheckboxFieldProps) {
  const ids = useFieldIds(props);
  return (
    <div className="cj-field cj-checkbox" data-invalid={props.errorMessage ? true : undefined}>
      <div className="cj-checkbox-line">
        <span className="cj-checkbox-box">
          <input
            type="checkbox"
            className="cj-checkbox-control"
            {...controlAttributes(props, ids)}
            checked={props.value}
            onChange={(event) => props.onChange(event.target.checked)}
          />
          <svg className="cj-checkbox-mark" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d="m4.5 10.5 3.75 3.75L15.5 6.5" />
          </svg>
        </span>
        <div className="cj-checkbox-words">
          <label className="cj-checkbox-label" htmlFor={ids.control}>
            {props.label}
          </label>
          <FieldDescription props={props} ids={ids} />
        </div>
      </div>
      <FieldError id={ids.error} message={props.errorMessage} isAnnounced={props.announcesError} />
    </div>
  );
}
