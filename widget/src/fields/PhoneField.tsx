import './phone-field.css';
import { Icon } from '../parts/Icon.js';
import { digits } from '../rules/text.js';
import { controlAttributes, useFieldIds, type FieldProps } from './Field.js';
import { FieldError } from './FieldError.js';
import type { Option } from './SelectField.js';

/** A country code to choose from. */
export interface CountryCodeOption extends Option {
  /** The text of the closed select: "+44". */
  shortLabel: string;
}

export interface PhoneFieldProps extends FieldProps {
  /** The national number, digits only. */
  value: string;
  /**
   * Called with digits only; other characters (spaces, brackets, dashes) are dropped. A number pasted or autofilled with its country code ("+44 20 …")
   * arrives without it, together with that country code's option.
   */
  onChange: (digits: string, countryCode: string) => void;
  /** Defaults to `tel-national`; `off` for another person's number. */
  autoComplete?: string | undefined;
  countryCodeLabel: string;
  /** The country code's own name, `phoneCountryCode`. */
  countryCodeName: string;
  /** The value of the chosen option. */
  countryCode: string;
  onCountryCodeChange: (value: string) => void;
  countryCodeOptions: readonly CountryCodeOption[];
  countryCodeErrorMessage?: string | undefined;
}

/** Country code (a native select that shows "+1" and lists country names) and number, side by side, each with its own label. */
export function PhoneField(props: PhoneFieldProps) {
  const {
    value,
    onChange,
    autoComplete = 'tel-national',
    countryCodeLabel,
    countryCodeName,
    countryCode,
    onCountryCodeChange,
    countryCodeOptions,
    countryCodeErrorMessage,
  } = props;
  const ids = useFieldIds(props);
  const codeProps: FieldProps = {
    label: countryCodeLabel,
    name: countryCodeName,
    errorMessage: countryCodeErrorMessage,
    isRequired: props.isRequired,
    isDisabled: props.isDisabled,
  };
  const codeIds = useFieldIds(codeProps);
  const enter = (typed: string) => {
    const number = digits(typed);
    // No country code is a prefix of another.
    const code = typed.trim().startsWith('+') ? countryCodeOptions.find(({ shortLabel }) => number.startsWith(digits(shortLabel))) : undefined;
    onChange(code ? number.slice(digits(code.shortLabel).length) : number, code?.value ?? countryCode);
  };
  const chosen = countryCodeOptions.find((option) => option.value === countryCode);
  return (
    <div className="cj-phone">
      <div className="cj-field cj-phone-code" data-invalid={countryCodeErrorMessage ? true : undefined}>
        <label className="cj-field-label" htmlFor={codeIds.control}>
          {countryCodeLabel}
        </label>
        <div className="cj-phone-select">
          <select
            className="cj-phone-native"
            {...controlAttributes(codeProps, codeIds)}
            autoComplete={autoComplete === 'off' ? 'off' : 'tel-country-code'}
            value={countryCode}
            onChange={(event) => onCountryCodeChange(event.target.value)}
          >
            {countryCodeOptions.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="cj-control cj-phone-shown" aria-hidden="true">
            {chosen?.shortLabel ?? countryCode}
            <Icon name="chevron" size="small" />
          </span>
        </div>
      </div>
      <div className="cj-field cj-phone-number" data-invalid={props.errorMessage ? true : undefined}>
        <label className="cj-field-label" htmlFor={ids.control}>
          {props.label}
        </label>
        <input
          className="cj-control"
          type="tel"
          inputMode="numeric"
          spellCheck={false}
          {...controlAttributes(props, ids)}
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => enter(event.target.value)}
        />
      </div>
      <div className="cj-phone-words">
        {props.description && (
          <div className="cj-phone-description" id={ids.description}>
            {props.description}
          </div>
        )}
        <FieldError id={codeIds.error} message={countryCodeErrorMessage} />
        <FieldError id={ids.error} message={props.errorMessage} isAnnounced={props.announcesError} />
      </div>
    </div>
  );
}
