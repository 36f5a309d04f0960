import type { ComponentType } from 'react';
import { useText, type TextCode } from '../i18n/useText.js';
import { StepDots, type Step } from '../parts/index.js';
import { BackLink } from './BackLink.js';
import { useFlow, useSignupSession } from './flow.js';
import { redirectOf, routes, type Path } from '../session/route.js';

const names: Record<1 | 2 | 3 | 4, { path: Path; code: TextCode }> = {
  1: { path: '/step1', code: 'steps_parent' },
  2: { path: '/step2', code: 'steps_family' },
  3: { path: '/step3', code: 'steps_package' },
  4: { path: '/payment', code: 'steps_payment' },
};

/** The top of every step: the current position, and the way back. */
export type Top = ComponentType<StepTopProps>;

export interface StepTopProps {
  step: 1 | 2 | 3 | 4;
  /** The target of Back; omitted, there is no Back. */
  back?: Path | undefined;
  /** Defaults to "Back". */
  backLabel?: TextCode | undefined;
  /** Called instead of going to `back`. */
  onBack?: (() => void) | undefined;
}

/** The way back and the step dots. A dot is a link if the server's table allows its step. */
export function StepTop({ step, back, backLabel = 'back', onBack }: StepTopProps) {
  const t = useText();
  const { go, bootstrap } = useFlow();
  const session = useSignupSession();
  const steps: Step[] = ([1, 2, 3, 4] as const).map((n) => {
    const { path, code } = names[n];
    const route = routes.find((r) => r.path === path);
    const isOpen = route !== undefined && redirectOf(route, session, bootstrap.experiments) === undefined;
    const state = n === step ? 'current' : n <= (session.registration?.lastCompletedStep ?? 0) ? 'done' : 'upcoming';
    const position = t('steps_position', { step: n, count: 4, name: t(code) });
    return {
      id: String(n),
      state,
      accessibleLabel: state === 'upcoming' ? position : `${position}, ${t(state === 'current' ? 'steps_current' : 'steps_done')}`,
      ...(isOpen && n !== step ? { onSelect: () => go(path) } : {}),
    };
  });
  return (
    <>
      {(back || onBack) && <BackLink to={back} onBack={onBack} code={backLabel} />}
      <StepDots label={t('steps_label')} steps={steps} caption={t('steps_caption', { step, count: 4 })} />
    </>
  );
}
