import { useText, type TextCode } from '../../i18n/useText.js';
import { LinkButton, StepDots } from '../../parts/index.js';
import type { Step } from './machine.js';

/** The steps' titles. */
export const stepCodes = { 1: 'pro_step_person', 2: 'pro_step_practice', 3: 'pro_step_security' } as const satisfies Record<Step, TextCode>;

const backCodes = { 1: 'back', 2: 'pro_back_person', 3: 'pro_back_practice' } as const satisfies Record<Step, TextCode>;

export interface ProTopProps {
  step: Step;
  /** Steps with links on their dots. */
  enabled: readonly Step[];
  onSelect: (step: Step) => void;
  /** Omitted: there is no way back. */
  onBack?: (() => void) | undefined;
  /** The target of Back, for a link. */
  backHref?: string | undefined;
}

const steps = [1, 2, 3] as const;

/** The way back and the step dots. */
export function ProTop({ step, enabled, onSelect, onBack, backHref }: ProTopProps) {
  const t = useText();
  return (
    <>
      {onBack && (
        <LinkButton icon="back" href={backHref} onPress={onBack}>
          {t(backCodes[step])}
        </LinkButton>
      )}
      <StepDots
        label={t('steps_label')}
        caption={t('steps_caption', { step, count: steps.length })}
        steps={steps.map((n) => {
          const state = n === step ? 'current' : n < step || enabled.includes(n) ? 'done' : 'upcoming';
          const position = t('steps_position', { step: n, count: steps.length, name: t(stepCodes[n]) });
          return {
            id: String(n),
            state,
            accessibleLabel: state === 'upcoming' ? position : `${position}, ${t(state === 'current' ? 'steps_current' : 'steps_done')}`,
            ...(enabled.includes(n) ? { onSelect: () => onSelect(n) } : {}),
          };
        })}
      />
    </>
  );
}
