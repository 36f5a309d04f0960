import { Problem, ValidationFailure } from '../../client/failure.js';
import type { professionalCalls } from '../../client/professional.js';
import type { ProfessionalAnswer } from '../../client/types.js';
import type { useProfessional } from '../../flow/flow.js';
import { RetryKey } from '../../session/retryKey.js';
import { filledIn } from '../../form/draft.js';
import type { Effect, Event, Submitted } from './signup.js';
import { allAnswers, answersOf, type ProValues } from './values.js';

/** The key of the draft in the tab. */
export const draft = 'pro';

/** The time limit of the server's check; after it the form goes on. Only a 409 stops the user. */
const validatorLimitMs = 15_000;

/** The dependencies of the effects outside of the screen. */
interface ProPorts {
  calls: Pick<ReturnType<typeof professionalCalls>, 'validate' | 'create'>;
  flow: Pick<ReturnType<typeof useProfessional>, 'keeper' | 'toast' | 'track' | 'emit'>;
  dismiss: () => void;
}

/** Runs the machine's effects and sends their results. */
export function createInterpreter({ calls, flow: { keeper, toast, track, emit }, dismiss }: ProPorts, send: (event: Event) => void) {
  const retry = new RetryKey();

  /** A 409 keeps the step; after any other result the sign-up goes on, and creating the account reports the fault. */
  const check = async (submitted: Submitted) => {
    const { step, values } = submitted;
    try {
      await calls.validate({ ...sent(answersOf(step, values)), step }, AbortSignal.timeout(validatorLimitMs));
    } catch (error) {
      if (error instanceof ValidationFailure) {
        send({ type: 'REFUSED', violations: error.violations });
        return;
      }
    }
    send({ type: 'CHECKED', submitted });
  };

  const create = async (values: ProValues) => {
    const input = sent(allAnswers(values));
    try {
      const answer = await calls.create(input, retry.for(input));
      retry.answered();
      send({ type: 'CREATED', values: normal(values, answer) });
      track('Professional Signed Up');
      emit('complete', { visitor: 'professional' });
    } catch (error) {
      const violations = error instanceof ValidationFailure ? error.violations : undefined;
      if (violations) retry.answered();
      send({ type: 'FAILED', violations });
      toast({ code: 'genericErrorMessage' });
      track('Errored', { step: 'professional' });
      emit('error', { code: error instanceof Problem ? error.code : 'professional_failed', canContinue: true });
    }
  };

  return (effect: Effect): void => {
    if (effect.do === 'keep') keeper.draft(draft, effect.draft);
    else if (effect.do === 'dismiss') dismiss();
    else if (effect.do === 'trackStep') track('Professional Step Completed', { step: effect.step });
    else if (effect.do === 'check') void check(effect.submitted);
    else void create(effect.values);
  };
}

/** Converts the input to the wire types, whose lists are mutable. */
function sent({ roles, ...rest }: Partial<ProValues>) {
  return roles ? { ...rest, roles: [...roles] } : rest;
}

/** Returns the input in the server's normal form. */
function normal(values: ProValues, { name, ...answer }: ProfessionalAnswer): ProValues {
  return filledIn(values, { ...answer, ...name });
}
