import { useId, useRef, useState } from 'react';
import { CheckboxField, TextField } from '../../fields/index.js';
import { useText } from '../../i18n/useText.js';
import { Button, focusField, Icon } from '../../parts/index.js';
import './payment.css';

export interface CodeBoxProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The applied codes, masked by the server, and each one's effect on the price. */
  applied: readonly { shown: string; effect?: string | undefined }[];
  /** The text in the box. */
  typed: string;
  onType: (typed: string) => void;
  /** The fault of the code. */
  error?: string | undefined;
  isBusy: boolean;
  onApply: () => void;
  /** Removes the code at this index of `applied`. */
  onRemove: (index: number) => void;
}

/** "I have a Subscription Code": one box for subscription codes and coupons alike. */
export function CodeBox({ isOpen, onOpen, applied, typed, onType, error, isBusy, onApply, onRemove }: CodeBoxProps) {
  const t = useText();
  const isEmpty = typed.trim() === '';
  const [isTipOpen, setTipOpen] = useState(false);
  const [removed, setRemoved] = useState('');
  const tipId = useId();
  const place = useRef<HTMLDivElement>(null);
  const apply = () => {
    setRemoved('');
    onApply();
  };
  return (
    <div className="cj-stack" ref={place}>
      <CheckboxField name="hasCode" label={t('payment_has_code')} value={isOpen} onChange={onOpen} />
      <div className="cj-code-tip">
        <Button variant="quiet" isExpanded={isTipOpen} controls={tipId} onPress={() => setTipOpen(!isTipOpen)}>
          {t('payment_has_code_tip_label')}
        </Button>
        <p id={tipId} hidden={!isTipOpen}>
          {t('payment_has_code_tip')}
        </p>
      </div>
      {isOpen && (
        <>
          <div
            role="presentation"
            className="cj-code-row"
            // Enter applies the code, and doesn't submit the form around it.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (!isEmpty) apply();
            }}
          >
            <TextField
              name="paymentCodes"
              label={t('payment_code')}
              value={typed}
              onChange={onType}
              errorMessage={isEmpty ? undefined : error}
              announcesError
              autoComplete="off"
              autoCapitalize="characters"
            />
            <Button variant="secondary" isDisabled={isEmpty} isBusy={isBusy} busyLabel={t('payment_code_applying')} onPress={apply}>
              {t('payment_code_apply')}
            </Button>
          </div>
          {applied.length > 0 && (
            <ul className="cj-code-list">
              {applied.map(({ shown, effect }, index) => (
                <li key={shown} className="cj-code-item">
                  <span>
                    <Icon name="check" size="small" /> {shown} {effect && <span className="cj-code-effect">{effect}</span>}
                  </span>
                  <Button
                    variant="quiet"
                    accessibleLabel={t('payment_code_remove', { code: shown })}
                    onPress={() => {
                      setRemoved(shown);
                      // The button disappears with its code.
                      if (place.current) focusField('paymentCodes', place.current);
                      onRemove(index);
                    }}
                  >
                    {t('children_remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <div className="cj-visually-hidden" role="status">
            {removed && t('payment_code_removed', { code: removed })}
            {applied.length > 0 && !isBusy && !removed && t('payment_code_applied')}
          </div>
        </>
      )}
    </div>
  );
}
