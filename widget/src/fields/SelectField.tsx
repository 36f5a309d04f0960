import './select-field.css';
import { Icon } from '../parts/Icon.js';
import { controlAttributes, FieldFrame, useFieldIds, type FieldProps } from './Field.js';

/** One choice of a select. */
export interface Option {
  /** The value to send; unique in its list. */
  value: string;
  /** The visible text. */
  label: string;
}

export interface SelectFieldProps extends FieldProps {
  /** The chosen option's value; '' while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** The text for "nothing chosen yet", as the first, empty option. If omitted, the first option counts as chosen. */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  width?: 'full' | 'half' | 'short' | undefined;
}

/**
 * The browser's own select with our styles: the lightest control for a list, the best one on touch screens, and the only one that autofill fills. A
 * value that isn't among the options (yet) is shown as it is, because it will be sent as it is.
 */
export function SelectField(props: SelectFieldProps) {
  const { value, onChange, options, placeholder, autoComplete, width } = props;
  const ids = useFieldIds(props);
  return (
    <FieldFrame props={props} ids={ids} width={width}>
      <div className="cj-select">
        <select
          className="cj-control cj-select-control"
          {...controlAttributes(props, ids)}
          value={value}
          autoComplete={autoComplete}
          data-empty={value === '' || undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {value !== '' && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="cj-select-mark">
          <Icon name="chevron" />
        </span>
      </div>
    </FieldFrame>
  );
}
