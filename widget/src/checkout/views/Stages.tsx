import { useText, type TextCode } from '../../i18n/useText.js';
import { Icon } from '../../parts/index.js';
import type { Stage } from '../state.js';
import './payment.css';

export interface StagesProps {
  /** In the buyer's order. */
  stages: readonly Stage[];
  current: Stage;
  /** Reports whether a stage's tab is enabled. */
  isOpen: (stage: Stage) => boolean;
  onSelect: (stage: Stage) => void;
}

const names: Record<Stage, TextCode> = {
  billing: 'payment_stage_billing',
  method: 'payment_stage_payment',
  review: 'payment_stage_review',
};

/** Billing, payment, review: shows the current stage, and leads to the open ones. */
export function Stages({ stages, current, isOpen, onSelect }: StagesProps) {
  const t = useText();
  const at = stages.indexOf(current);
  return (
    <nav aria-label={t('payment_stages_label')}>
      <ol className="cj-stages">
        {stages.map((stage, index) => {
          const isCurrent = stage === current;
          const isDone = index < at;
          const words = (
            <>
              {isDone && <Icon name="check" size="small" />}
              {t(names[stage])}
            </>
          );
          return (
            <li key={stage}>
              {!isCurrent && isOpen(stage) ? (
                <button type="button" className="cj-stage" data-state={isDone ? 'done' : 'open'} onClick={() => onSelect(stage)}>
                  {words}
                </button>
              ) : (
                <span className="cj-stage" data-state={isCurrent ? 'current' : 'closed'} aria-current={isCurrent ? 'step' : undefined}>
                  {words}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
