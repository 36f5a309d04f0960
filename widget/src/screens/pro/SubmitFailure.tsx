import type { Violation } from '../../client/types.js';
import { telephone } from '../../flow/telephone.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button, LinkButton } from '../../parts/index.js';
import type { Step } from './machine.js';
import { stepCodes } from './ProTop.js';
import { stepOf } from './values.js';

/** The reason that the account wasn't created, and the ways on. */
export interface Failure {
  supportPhone: string;
  /** The server's faults; empty if they aren't about the input. */
  violations: readonly Violation[];
  onStep: (step: Step) => void;
}

export interface SubmitFailureProps extends Failure {
  isBusy: boolean;
  onRetry: () => void;
}

/** The account wasn't created: try again, call support, or correct an answer on an earlier step. */
export function SubmitFailure({ supportPhone, violations, isBusy, onStep, onRetry }: SubmitFailureProps) {
  const t = useText();
  const earlier = violations.filter(({ field }) => stepOf(field) < 3);
  const steps = ([1, 2] as const).filter((step) => earlier.some(({ field }) => stepOf(field) === step));
  return (
    <Banner
      tone="danger"
      duration={null}
      action={
        <Actions>
          {steps.map((step) => (
            <LinkButton key={step} icon="back" onPress={() => onStep(step)}>
              {t('pro_failed_step', { step: t(stepCodes[step]) })}
            </LinkButton>
          ))}
          <Button variant="secondary" isBusy={isBusy} busyLabel={t('pro_submitting')} onPress={onRetry}>
            {t('try_again')}
          </Button>
          {supportPhone && (
            <LinkButton icon="phone" href={telephone(supportPhone)}>
              {t('pro_failed_call', { phone: supportPhone })}
            </LinkButton>
          )}
        </Actions>
      }
    >
      <strong>{t('pro_failed_title')}</strong>
      <br />
      {violations.length > 0 ? t('pro_failed_fields') : t('pro_failed_text')}
      {earlier.length > 0 && (
        <ul className="cj-list">
          {earlier.map((violation) => (
            <li key={`${violation.field} ${violation.code}`}>{t.violation(violation)}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
