import { useId, type ReactNode } from 'react';
import './radio-card-group.css';
import { FieldDescription, useFieldIds, type FieldProps } from './Field.js';
import { FieldError } from './FieldError.js';

/** One card of the group. */
export interface RadioCardOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  /** At the end of the card's line: a price, the card brands. */
  aside?: ReactNode;
  isDisabled?: boolean | undefined;
  /** Opens below the card while it is chosen, e.g. the card form. */
  content?: ReactNode;
}

export interface RadioCardGroupProps extends FieldProps {
  /** The chosen card's value; '' while none is. */
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioCardOption[];
  /** Keeps the label for screen readers only, if the heading above has the same text. Defaults to false. */
  isLabelHidden?: boolean | undefined;
}

/** One of a few choices, each a card that can be pressed anywhere. Native radio buttons: arrow keys move, Tab leaves. */
export function RadioCardGroup(props: RadioCardGroupProps) {
  const { value, onChange, options, isLabelHidden = false } = props;
  const ids = useFieldIds(props);
  // Two instances on one page must not share a group of radio buttons.
  const group = useId();
  return (
    <fieldset className="cj-field cj-cards" data-invalid={props.errorMessage ? true : undefined} aria-describedby={ids.describedBy}>
      <legend className={isLabelHidden ? 'cj-visually-hidden' : 'cj-field-label'}>{props.label}</legend>
      <FieldDescription props={props} ids={ids} />
      <div className="cj-cards-list">
        {options.map((option, index) => {
          const isChosen = option.value === value;
          // The summary's link leads to the chosen card, else to the first.
          const isTarget = isChosen || (index === 0 && !options.some((other) => other.value === value));
          const labelId = `${group}${index}l`;
          const descriptionId = `${group}${index}d`;
          return (
            <div key={option.value} className="cj-card-choice" data-chosen={isChosen || undefined}>
              <label className="cj-card-line">
                <input
                  type="radio"
                  className="cj-card-radio"
                  name={`${group}${props.name}`}
                  value={option.value}
                  checked={isChosen}
                  disabled={props.isDisabled || option.isDisabled}
                  data-field={isTarget ? props.name : undefined}
                  aria-labelledby={labelId}
                  aria-describedby={option.description ? descriptionId : undefined}
                  onChange={() => onChange(option.value)}
                  onBlur={() => props.onBlur?.()}
                  onFocus={() => props.onFocus?.()}
                />
                <span className="cj-card-words">
                  <span className="cj-card-label" id={labelId}>
                    {option.label}
                  </span>
                  {option.description && (
                    <span className="cj-card-description" id={descriptionId}>
                      {option.description}
                    </span>
                  )}
                </span>
                {option.aside && <span className="cj-card-aside">{option.aside}</span>}
              </label>
              {isChosen && option.content && <div className="cj-card-content">{option.content}</div>}
            </div>
          );
        })}
      </div>
      <FieldError id={ids.error} message={props.errorMessage} isAnnounced={props.announcesError} />
    </fieldset>
  );
}
