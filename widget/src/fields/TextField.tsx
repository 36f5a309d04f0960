import type { HTMLAttributes, ReactNode, Ref } from 'react';
import './text-field.css';
import { controlAttributes, FieldFrame, useFieldIds, type FieldProps } from './Field.js';

export interface TextFieldProps extends FieldProps {
  value: string;
  /** Called with the whole new text. */
  onChange: (value: string) => void;
  /** Defaults to `text`. `email` only brings its keyboard: the browser's own checks never run. */
  type?: 'text' | 'email' | 'tel' | 'search' | undefined;
  autoComplete?: string | undefined;
  inputMode?: HTMLAttributes<HTMLElement>['inputMode'];
  autoCapitalize?: 'off' | 'words' | 'sentences' | 'characters' | undefined;
  /** Defaults to false: users type names, addresses and codes. */
  spellCheck?: boolean | undefined;
  /** An example of the format, never the label. */
  placeholder?: string | undefined;
  /** Can be copied, but not changed. Defaults to false. */
  isReadOnly?: boolean | undefined;
  /** E.g. a lock, for a read-only value. */
  suffix?: ReactNode;
  width?: 'full' | 'half' | 'short' | undefined;
  /** Several lines, growing with the input. Defaults to false. */
  isMultiline?: boolean | undefined;
  /** "12 of 200 characters"; shown under the control and announced politely. The rules enforce the limit: no input is cut off. */
  countText?: string | undefined;
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined;
}

/** A labeled text field of one or several lines. */
export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    type = 'text',
    autoComplete,
    inputMode,
    autoCapitalize,
    spellCheck = false,
    placeholder,
    isReadOnly = false,
    suffix,
    width,
    isMultiline = false,
    countText,
    ref,
  } = props;
  const ids = useFieldIds(props);
  const attributes = {
    ...controlAttributes(props, ids),
    ref,
    value,
    autoComplete,
    inputMode,
    autoCapitalize: autoCapitalize ?? (type === 'email' ? 'off' : undefined),
    spellCheck,
    placeholder,
    readOnly: isReadOnly,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  const count = countText !== undefined && (
    <div className="cj-text-count" role="status">
      {countText}
    </div>
  );
  return (
    <FieldFrame props={props} ids={ids} width={width} below={count}>
      {isMultiline ? (
        <textarea className="cj-control cj-text-area" rows={3} {...attributes} />
      ) : (
        <div className="cj-text-control" data-suffix={suffix ? true : undefined}>
          <input className="cj-control" type={type} {...attributes} />
          {suffix && <span className="cj-text-suffix">{suffix}</span>}
        </div>
      )}
    </FieldFrame>
  );
}
