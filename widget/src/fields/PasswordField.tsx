import { useId, useState } from 'react';
import './password-field.css';
import { Icon } from '../parts/Icon.js';
import { controlAttributes, FieldFrame, useFieldIds, type FieldProps } from './Field.js';

/** One rule of a password, ticked off as it is met. */
export interface PasswordRule {
  /** Stable: the rule's message code. */
  id: string;
  label: string;
  isMet: boolean;
}

export interface PasswordFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** `new-password` for a new one (the default), `current-password` to log in. */
  autoComplete?: 'new-password' | 'current-password' | undefined;
  /** "Show password". */
  showLabel: string;
  /** "Hide password". */
  hideLabel: string;
  rules?: readonly PasswordRule[] | undefined;
  /** Names the list: "Password rules". */
  rulesLabel?: string | undefined;
  /** "met", read out after a rule. */
  metLabel?: string | undefined;
  /** "not met yet", read out after a rule. */
  unmetLabel?: string | undefined;
}

/** A password with show and hide. Paste and password managers work; the rules tick off while typing and never block submission. */
export function PasswordField(props: PasswordFieldProps) {
  const { value, onChange, autoComplete = 'new-password', showLabel, hideLabel, rules = [], rulesLabel, metLabel, unmetLabel } = props;
  const rulesId = useId();
  const ids = useFieldIds(props, ...(rules.length > 0 ? [rulesId] : []));
  const [isShown, setShown] = useState(false);
  const list = rules.length > 0 && (
    <div className="cj-password-rules" id={rulesId}>
      {rulesLabel && <p className="cj-password-title">{rulesLabel}</p>}
      <ul className="cj-password-list">
        {rules.map((rule) => (
          <li key={rule.id} className="cj-password-rule" data-met={rule.isMet || undefined}>
            <Icon name={rule.isMet ? 'check' : 'dot'} size="small" />
            <span>
              {rule.label}
              <span className="cj-visually-hidden">, {rule.isMet ? metLabel : unmetLabel}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
  return (
    <FieldFrame props={props} ids={ids} below={list}>
      <div className="cj-password">
        <input
          className="cj-control cj-password-control"
          type={isShown ? 'text' : 'password'}
          {...controlAttributes(props, ids)}
          autoComplete={autoComplete}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="cj-password-toggle"
          aria-controls={ids.control}
          aria-label={isShown ? hideLabel : showLabel}
          title={isShown ? hideLabel : showLabel}
          disabled={props.isDisabled}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
    </FieldFrame>
  );
}
