import { useMemo } from 'react';
import { useFlow } from '../../flow/flow.js';
import { supportCountry, supportPhone } from '../../flow/support.js';
import { useTitle } from '../../flow/title.js';
import { useText } from '../../i18n/useText.js';
import { useHistoryEntry } from '../../machine/useHistoryEntry.js';
import { Done } from './Done.js';
import { canSelect, isStep, table, type Step } from './machine.js';
import { PersonStep } from './PersonStep.js';
import { PracticeStep } from './PracticeStep.js';
import { ProTop } from './ProTop.js';
import { SecurityStep } from './SecurityStep.js';
import { useProChoices } from './useProChoices.js';
import { useProSignup } from './useProSignup.js';
import { stepOf } from './values.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Step of the professional's form. */
    proStep?: Step;
  }
}

const steps = [1, 2, 3] as const;

/** The professionals' sign-up. */
export default function ProScreen() {
  const { bootstrap, setting, go, href, hasMoved } = useFlow();
  const t = useText();
  const signup = useProSignup();
  const { place, values, open, violations } = signup;
  const choices = useProChoices(values.country, values.region);
  const { step } = table[place.state];
  useHistoryEntry('proStep', step, (entry) => {
    const isOpen = isStep(entry) && canSelect(place, entry, open);
    if (isOpen) signup.select(entry);
    return isOpen;
  });
  const titles = { 1: t('pro_person_title'), 2: t('pro_practice_title'), 3: t('pro_security_title') };
  useTitle(step ? titles[step] : t('pro_done_title', { name: values.firstName }));

  const ownErrors = useMemo(() => violations?.filter(({ field }) => stepOf(field) === step), [violations, step]);
  const { links } = bootstrap;
  const headingTakesFocus = hasMoved() || signup.hasMoved;

  if (step === undefined) {
    return (
      <Done
        headingTakesFocus={headingTakesFocus}
        firstName={values.firstName}
        values={values}
        choices={{ ...choices.person, ...choices.practice }}
        casesHref={links.cases ?? links.login ?? ''}
        onAgain={signup.restart}
      />
    );
  }

  const hasChooser = setting.start !== 'professionals';
  const isUnderWay = place.state === 'SUBMIT';
  const top = (
    <ProTop
      step={step}
      enabled={steps.filter((n) => canSelect(place, n, open))}
      onSelect={signup.select}
      onBack={wayBack(step)}
      backHref={step === 1 ? href('/signup') : undefined}
    />
  );
  const common = {
    top,
    headingTakesFocus,
    values,
    errors: ownErrors,
    isBusy: signup.isBusy,
    isSlow: signup.isSlow,
    onRetryOptions: choices.retry,
    onDraft: signup.type,
    onSubmit: (input: typeof values) => signup.submit(step, input),
  };
  switch (step) {
    case 1:
      return (
        <PersonStep
          {...common}
          choices={choices.person}
          isLoading={choices.isLoading}
          loginHref={links.login}
          passwordHref={links.passwordRetrieval}
          supportPhone={supportPhone(bootstrap, supportCountry(undefined, values.phoneCountryCode))}
        />
      );
    case 2:
      return <PracticeStep {...common} choices={choices.practice} />;
    case 3:
      return (
        <SecurityStep
          {...common}
          questions={choices.questions}
          termsHref={links.terms ?? ''}
          privacyHref={links.privacy ?? ''}
          focusKey={String(signup.failures)}
          failure={
            place.state === 'ERROR' || (isUnderWay && signup.failures > 0)
              ? { supportPhone: supportPhone(bootstrap, values.country), violations: violations ?? [], onStep: signup.select }
              : undefined
          }
        />
      );
  }

  /** Returns the way back: the machine's or, on the first step, the choice between parents and professionals, if there is one. */
  function wayBack(from: Step): (() => void) | undefined {
    if (from > 1) return isUnderWay ? undefined : signup.back;
    return hasChooser ? () => go('/signup') : undefined;
  }
}
