import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Problem, ValidationFailure } from '../../client/failure.js';
import { professionalCalls } from '../../client/professional.js';
import type { ProfessionalAnswer, Violation } from '../../client/types.js';
import { filledIn } from '../../form/draft.js';
import { tellView } from '../../flow/view.js';
import { useProfessional } from '../../flow/flow.js';
import { RetryKey } from '../../flow/retryKey.js';
import { useTask } from '../../flow/task.js';
import { useToasts } from '../../flow/toast.js';
import { move, restored, select as selected, start, table, type Move, type Place, type Step } from './machine.js';
import { allAnswers, answersOf, blankValues, openStep, withoutSecrets, type ProValues } from './values.js';

const draft = 'pro';

/** The time limit of the validator; after it the form goes on. Only a 409 holds anyone back. */
const validatorLimitMs = 15_000;

interface Signup {
  place: Place;
  values: ProValues;
}

/** The steps' names in events. */
const viewNames = { 1: 'pro_person', 2: 'pro_practice', 3: 'pro_security' } as const satisfies Record<Step, string>;

/** A professional's sign-up: where it stands, what was typed, and what moves it on. */
export interface ProSignup extends Signup {
  /** The last step that a dot may lead to. */
  open: Step;
  /** The server's faults; a new array with each answer. */
  violations: readonly Violation[] | undefined;
  isBusy: boolean;
  isSlow: boolean;
  /** The person has moved by a step since the screen was opened. */
  hasMoved: boolean;
  /** The number of failed creations of the account. */
  failures: number;
  type: (values: ProValues) => void;
  submit: (step: Step, values: ProValues) => void;
  back: () => void;
  select: (step: Step) => void;
  /** Forgets all of it, for another person. */
  restart: () => void;
}

export function useProSignup(): ProSignup {
  const { api, keeper, setting, toast, track, emit } = useProfessional();
  const task = useTask();
  const { dismiss } = useToasts();
  const calls = useMemo(() => professionalCalls(api), [api]);
  const retry = useRef(new RetryKey());
  const [failures, setFailures] = useState(0);
  const [signup, setSignup] = useState<Signup>(() => {
    const kept = filledIn({ place: start, values: blankValues(setting.prefill) }, keeper.get().drafts[draft]);
    return { ...kept, place: restored(kept.place) };
  });
  // Answers come later than the render that asked for them.
  const now = useRef(signup);
  const keep = useCallback(
    (change: Partial<Signup>) => {
      const next = { ...now.current, ...change };
      now.current = next;
      setSignup(next);
      keeper.draft(draft, { ...next, values: withoutSecrets(next.values) });
    },
    [keeper],
  );
  const [hasMoved, setMoved] = useState(false);
  const enter = useCallback(
    (place: Place) => {
      setMoved(true);
      dismiss();
      keep({ place });
    },
    [keep, dismiss],
  );
  const act = useCallback((how: Move) => enter(move(now.current.place, how)), [enter]);

  const { step: shown } = table[signup.place.state];
  useEffect(
    () => tellView({ emit, track }, '/pro', { view: shown === undefined ? 'pro_done' : viewNames[shown], step: shown }),
    [shown, emit, track],
  );

  const submit = (step: Step, values: ProValues) =>
    task.run(async () => {
      keep({ values });
      // A new try removes the last one's message.
      dismiss();
      const { place } = now.current;
      if (place.state !== 'ERROR') await validate(step, values);
      // The answer belongs to the step that was left; from the one shown now it could create an account that nobody asked for.
      if (now.current.place !== place) return;
      track('Professional Step Completed', { step });
      act('forward');
      if (now.current.place.state === 'SUBMIT') await create(values);
    });

  /** A 409 keeps the step; whatever else comes of it, the sign-up goes on, and creating the account tells. */
  const validate = async (step: Step, values: ProValues) => {
    try {
      await calls.validate({ ...sent(answersOf(step, values)), step }, AbortSignal.timeout(validatorLimitMs));
    } catch (error) {
      if (error instanceof ValidationFailure) throw error;
    }
  };

  const create = async (values: ProValues) => {
    const input = sent(allAnswers(values));
    try {
      const answer = await calls.create(input, retry.current.for(input));
      retry.current.answered();
      keep({ values: withoutSecrets(entered(values, answer)) });
      act('success');
      track('Professional Signed Up');
      emit('complete', { visitor: 'professional' });
    } catch (error) {
      if (error instanceof ValidationFailure) retry.current.answered();
      act('failure');
      setFailures((n) => n + 1);
      toast({ code: 'genericErrorMessage' });
      track('Errored', { step: 'professional' });
      emit('error', { code: error instanceof Problem ? error.code : 'professional_failed', canContinue: true });
      // Its fields are shown where they are.
      if (error instanceof ValidationFailure) throw error;
    }
  };

  const open = openStep(signup.values);
  return {
    ...signup,
    open,
    violations: task.violations,
    isBusy: task.isBusy,
    isSlow: task.isSlow,
    hasMoved,
    failures,
    type: (values) => keep({ values }),
    submit,
    back: () => act('back'),
    select: useCallback((step: Step) => enter(selected(now.current.place, step, openStep(now.current.values))), [enter]),
    restart: () => {
      enter(start);
      keep({ values: blankValues() });
      setFailures(0);
    },
  };
}

/** As the wire types want it: lists that may be changed. */
function sent({ roles, ...rest }: Partial<ProValues>) {
  return roles ? { ...rest, roles: [...roles] } : rest;
}

/** Returns the input in the server's normal form. */
function entered(values: ProValues, { name, ...answer }: ProfessionalAnswer): ProValues {
  return filledIn(values, { ...answer, ...name });
}
