import { useId } from 'react';
import './checkbox-field.css';
import './checkbox-group-field.css';
import { FieldDescription, useFieldIds, type FieldProps } from './Field.js';
import { FieldError } from './FieldError.js';
import type { Option } from './SelectField.js';

export interface CheckboxGroupFieldProps extends FieldProps {
  /** The ticked options' values. */
  value: readonly string[];
  /** Called with all ticked values, in the order of the options. */
  onChange: (value: string[]) => void;
  options: readonly Option[];
}

/** Any number of about a dozen choices, all visible: each a checkbox that a press on its text ticks, too. */
export function CheckboxGroupField(props: CheckboxGroupFieldProps) {
  const { value, onChange, options } = props;
  const ids = useFieldIds(props);
  const base = useId();
  return (
    <fieldset className="cj-field cj-checks" data-invalid={props.errorMessage ? true : undefined} aria-describedby={ids.describedBy}>
      <legend className="cj-field-label">{props.label}</legend>
      <FieldDescription props={props} ids={ids} />
      <div className="cj-checks-list">
        {options.map((option, index) => {
          const id = `${base}${index}`;
          return (
            <div key={option.value} className="cj-checkbox-line">
              <span className="cj-checkbox-box">
                <input
                  type="checkbox"
                  className="cj-checkbox-control"
                  id={id}
                  name={props.name}
                  value={option.value}
                  // The summary's link leads to the first one.
                  data-field={index === 0 ? props.name : undefined}
                  checked={value.includes(option.value)}
                  disabled={props.isDisabled ?? false}
                  aria-invalid={Boolean(props.errorMessage)}
                  aria-describedby={props.errorMessage ? ids.error : undefined}
                  onBlur={() => props.onBlur?.()}
                  onFocus={() => props.onFocus?.()}
                  onChange={(event) =>
                    onChange(
                      options.map((other) => other.value).filter((other) => (other === option.value ? event.target.checked : value.includes(other))),
                    )
                  }
                />
                <svg className="cj-checkbox-mark" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
                  <path d="m4.5 10.5 3.75 3.75L15.5 6.5" />
                </svg>
              </span>
              <div className="cj-checkbox-words">
                <label className="cj-checkbox-label" htmlFor={id}>
                  {option.label}
                </label>
              </div>
            </div>
          );
        })}
      </div>
      <FieldError id={ids.error} message={props.errorMessage} isAnnounced={props.announcesError} />
    </fieldset>
  );
}
