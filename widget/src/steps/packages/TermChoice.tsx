import { useId } from 'react';
import { useText } from '../../i18n/useText.js';
import './packages.css';

/** A subscription's term in years. */
export type Years = 1 | 2;

export interface TermChoiceProps {
  label: string;
  value: Years;
  onChange: (years: Years) => void;
}

/** One year or two: two native radio buttons that look like a switch. */
export function TermChoice({ label, value, onChange }: TermChoiceProps) {
  const t = useText();
  const name = useId();
  return (
    <div className="cj-term" role="radiogroup" aria-label={label}>
      {([1, 2] as const).map((years) => (
        <label key={years} className="cj-term-option">
          <input
            type="radio"
            className="cj-term-radio"
            name={name}
            value={years}
            checked={years === value}
            data-field={years === value ? 'order.productId' : undefined}
            onChange={() => onChange(years)}
          />
          <span className="cj-term-words">{t('packages_years', { count: years })}</span>
        </label>
      ))}
    </div>
  );
}
