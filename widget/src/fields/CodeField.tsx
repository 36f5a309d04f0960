import './code-field.css';
import { controlAttributes, FieldFrame, useFieldIds, type FieldProps } from './Field.js';

export interface CodeFieldProps extends FieldProps {
  value: string;
  /** Called with digits only, at most `length` of them. */
  onChange: (digits: string) => void;
  /** Number of digits. Defaults to 4. */
  length?: number | undefined;
  /** Dots instead of digits. Defaults to false. */
  isMasked?: boolean | undefined;
  /** Defaults to `off`: the user chooses the code, and doesn't receive it. */
  autoComplete?: string | undefined;
}

/** A short code of digits in one field (not four), so that paste, screen readers and autofill work as usual. */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, length = 4, isMasked = false, autoComplete = 'off' } = props;
  const ids = useFieldIds(props);
  return (
    <FieldFrame props={props} ids={ids} width="short">
      <input
        className="cj-control cj-code-control"
        type={isMasked ? 'password' : 'text'}
        inputMode="numeric"
        spellCheck={false}
        {...controlAttributes(props, ids)}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
      />
    </FieldFrame>
  );
}
