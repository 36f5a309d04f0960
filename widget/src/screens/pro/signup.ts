import type { Violation } from '../../client/types.js';
import { move, restored, select, start, type Place, type Step } from './machine.js';
import { filledIn } from '../../form/draft.js';
import { blankValues, openStep, withoutSecrets, type ProValues } from './values.js';

/** A professional's sign-up. */
export interface Signup {
  readonly place: Place;
  readonly values: ProValues;
  /** A step is being checked, or the account created. */
  readonly isBusy: boolean;
  /** The user has moved by a step since the screen was opened. */
  readonly hasMoved: boolean;
  /** The server's faults; a new array with each answer. */
  readonly violations?: readonly Violation[] | undefined;
  /** The number of failed creations of the account. */
  readonly failures: number;
}

/** A step with its input, and the place of its submission. */
export interface Submitted {
  step: Step;
  values: ProValues;
  place: Place;
}

export type Event =
  | { type: 'TYPE'; values: ProValues }
  | { type: 'SUBMIT'; step: Step; values: ProValues }
  | { type: 'CHECKED'; submitted: Submitted }
  | { type: 'REFUSED'; violations: readonly Violation[] }
  | { type: 'CREATED'; values: ProValues }
  | { type: 'FAILED'; violations?: readonly Violation[] | undefined }
  | { type: 'BACK' }
  | { type: 'SELECT'; step: Step }
  /** Starts over for another person. */
  | { type: 'RESTART' };

export type Effect =
  | { do: 'keep'; draft: Pick<Signup, 'place' | 'values'> }
  /** Removes the last try's message. */
  | { do: 'dismiss' }
  | { do: 'check'; submitted: Submitted }
  | { do: 'trackStep'; step: Step }
  | { do: 'create'; values: ProValues };

type Next = readonly [Signup, ...Effect[]];

/** Returns the sign-up at the opening of the screen: the draft, or a blank form. */
export function opened(prefill: Partial<ProValues> | undefined, draft: unknown): Signup {
  const { place, values } = filledIn({ place: start, values: blankValues(prefill) }, draft);
  return { place: restored(place), values, isBusy: false, hasMoved: false, failures: 0 };
}

/** Returns the next state and the effects to run. */
export function step(state: Signup, event: Event): Next {
  switch (event.type) {
    case 'TYPE':
      return kept({ ...state, values: event.values });
    case 'SUBMIT': {
      if (state.isBusy) return [state];
      const submitted = { step: event.step, values: event.values, place: state.place };
      const next = { ...state, values: event.values, isBusy: true, violations: [] };
      // After a failed creation the check would find nothing new.
      if (state.place.state === 'ERROR') return forward(next, submitted);
      return kept(next, { do: 'dismiss' }, { do: 'check', submitted });
    }
    case 'CHECKED':
      // The result belongs to a step that isn't shown any more. From the shown one it could create an unwanted account.
      return event.submitted.place === state.place ? forward(state, event.submitted) : [{ ...state, isBusy: false }];
    case 'REFUSED':
      return [{ ...state, isBusy: false, violations: event.violations }];
    case 'CREATED':
      return entered({ ...state, values: withoutSecrets(event.values), isBusy: false }, move(state.place, 'success'));
    case 'FAILED': {
      const { violations = state.violations } = event;
      return entered({ ...state, isBusy: false, violations, failures: state.failures + 1 }, move(state.place, 'failure'));
    }
    case 'BACK':
      return entered(state, move(state.place, 'back'));
    case 'SELECT':
      return entered(state, select(state.place, event.step, openStep(state.values)));
    case 'RESTART':
      return entered({ ...state, values: blankValues(), failures: 0 }, start);
  }
}

function kept(state: Signup, ...effects: Effect[]): Next {
  const { place, values } = state;
  return [state, { do: 'keep', draft: { place, values: withoutSecrets(values) } }, ...effects];
}

function entered(state: Signup, place: Place, ...effects: Effect[]): Next {
  return kept({ ...state, place, hasMoved: true }, { do: 'dismiss' }, ...effects);
}

/** Goes on from a complete step; the last one creates the account. */
function forward(state: Signup, { step: done, values }: Submitted): Next {
  const place = move(state.place, 'forward');
  const creates = place.state === 'SUBMIT';
  const track: Effect = { do: 'trackStep', step: done };
  return creates ? entered(state, place, track, { do: 'create', values }) : entered({ ...state, isBusy: false }, place, track);
}
