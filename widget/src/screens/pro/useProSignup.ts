import { useEffect, useState } from 'react';
import { professionalCalls } from '../../client/professional.js';
import { useProfessional } from '../../flow/flow.js';
import { useSlow } from '../../flow/slow.js';
import { useToasts } from '../../flow/toast.js';
import { reportView } from '../../flow/view.js';
import { useMachine } from '../../machine/useMachine.js';
import { createInterpreter, draft } from './interpreter.js';
import { table, type Step } from './machine.js';
import { opened, step } from './signup.js';
import { openStep, type ProValues } from './values.js';

/** The steps' names in events. */
const viewNames = { 1: 'pro_person', 2: 'pro_practice', 3: 'pro_security' } as const satisfies Record<Step, string>;

/** A professional's sign-up, and the user's actions. */
export type ProSignup = ReturnType<typeof useProSignup>;

export function useProSignup() {
  const flow = useProfessional();
  const { api, keeper, setting, track, emit } = flow;
  const { dismiss } = useToasts();
  const [first] = useState(() => opened(setting.prefill, keeper.get().drafts[draft]));
  const [signup, send] = useMachine(first, step, (dispatch) => createInterpreter({ calls: professionalCalls(api), flow, dismiss }, dispatch));
  const { step: shown } = table[signup.place.state];
  useEffect(
    () => reportView({ emit, track }, '/pro', { view: shown === undefined ? 'pro_done' : viewNames[shown], step: shown }),
    [shown, emit, track],
  );
  return {
    ...signup,
    /** The last step that a dot may lead to. */
    open: openStep(signup.values),
    isSlow: useSlow(signup.isBusy),
    type: (values: ProValues) => send({ type: 'TYPE', values }),
    submit: (at: Step, values: ProValues) => send({ type: 'SUBMIT', step: at, values }),
    back: () => send({ type: 'BACK' }),
    select: (to: Step) => send({ type: 'SELECT', step: to }),
    restart: () => send({ type: 'RESTART' }),
  };
}
