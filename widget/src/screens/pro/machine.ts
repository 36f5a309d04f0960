/** The states of a professional's sign-up, named as in the specification. */
export type State = 'ONE' | 'TWO' | 'THREE' | 'SUBMIT' | 'SUCCESS' | 'ERROR';

/** The form's steps. SUBMIT and ERROR show the third. */
export type Step = 1 | 2 | 3;

/** The moves between the states of a sign-up. */
export type Move = 'forward' | 'back' | 'success' | 'failure';

interface Row extends Partial<Record<Move, State>> {
  /** The shown step; SUCCESS shows none. */
  step?: Step;
}

/** The specification's table of states. Moves that aren't in it have no effect. */
export const table: Readonly<Record<State, Row>> = {
  ONE: { step: 1, forward: 'TWO' },
  TWO: { step: 2, forward: 'THREE', back: 'ONE' },
  THREE: { step: 3, forward: 'SUBMIT', back: 'TWO' },
  SUBMIT: { step: 3, success: 'SUCCESS', failure: 'ERROR' },
  ERROR: { step: 3, forward: 'SUBMIT', back: 'TWO' },
  SUCCESS: {},
};

/** A state, and the user's progress. */
export interface Place {
  state: State;
  /** The last step reached so far. */
  reached: Step;
}

export const start: Place = { state: 'ONE', reached: 1 };

const states: Readonly<Record<Step, State>> = { 1: 'ONE', 2: 'TWO', 3: 'THREE' };

/** Returns the place after a move; the same place if the table has no such move. */
export function move(place: Place, how: Move): Place {
  const state = table[place.state][how];
  return state ? { state, reached: farther(place.reached, table[state].step) } : place;
}

/** Reports whether a dot leads to the step: reached, not shown, and the sign-up neither sending nor over. `open` is the last complete step plus one. */
export function canSelect(place: Place, step: Step, open: Step): boolean {
  const { step: shown, forward } = table[place.state];
  return forward !== undefined && step !== shown && step <= place.reached && step <= open;
}

/** Returns the place after a press of a dot; the same place if the dot is no link. */
export function select(place: Place, step: Step, open: Step): Place {
  return canSelect(place, step, open) ? { ...place, state: states[step] } : place;
}

/** Restores a place from the tab's store. A submission that a reload cut off may be sent again; unreadable data start over. */
export function restored(kept: unknown): Place {
  const { state, reached } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<keyof Place, unknown>>;
  if (!isState(state) || !isStep(reached)) return start;
  return { state: state === 'SUBMIT' ? 'THREE' : state, reached: farther(reached, table[state].step) };
}

function farther(a: Step, b: Step | undefined): Step {
  return b !== undefined && b > a ? b : a;
}

function isState(value: unknown): value is State {
  return typeof value === 'string' && Object.hasOwn(table, value);
}

export function isStep(value: unknown): value is Step {
  return value === 1 || value === 2 || value === 3;
}
