import type { Event } from './event.js';
import { isOver, isPriced, stageOf } from './questions.js';
import type { State } from './state.js';
import { globalRows } from './global.js';
import type { Row, Step } from './row.js';
import { table } from './table.js';
import { openProvider } from './transition.js';

/**
 * The checkout as a pure function: billing, method, review and payment. If the table has no row for an event, step returns the very same state and no
 * effects.
 */
export function step(state: State, event: Event): Step {
  const row = rowOf(state, event);
  return row ? arrive(state, row.go(state, event as never)) : [state];
}

/** Returns the row that applies: the state's own, then a global one. */
export function rowOf(state: State, event: Event): Row<State, never> | undefined {
  const own = find(table[state.name], state, event);
  return own ?? (isPriced(state) && !isOver(state) ? find(globalRows, state, event) : undefined);
}

function find(rows: object, state: State, event: Event): Row<State, never> | undefined {
  const list = (rows as Readonly<Partial<Record<string, readonly Row<State, never>[]>>>)[event.type];
  return list?.find(({ when }) => when === undefined || when(state, event as never));
}

/** The effects of a change of stage: its heading takes the focus, and the provider is loaded when a method is first shown. */
function arrive(before: State, [next, ...effects]: Step): Step {
  if (!isPriced(next)) return [next, ...effects];
  const { context } = next;
  const hasMoved = isPriced(before) && stageOf(before) !== stageOf(next);
  const opens = next.name === 'method' && context.provider === 0;
  if (!hasMoved && !opens) return [next, ...effects];
  const arrived = { ...context, moves: context.moves + (hasMoved ? 1 : 0), provider: opens ? 1 : context.provider };
  return [{ ...next, context: arrived }, ...effects, ...(opens ? [openProvider(arrived)] : [])];
}

/** The effects to repeat when a view of the checkout is mounted. */
export function entry(state: State): Step {
  if (state.name === 'resuming') return [state, { do: 'fetchPayment' }];
  return isPriced(state) && state.context.provider > 0 && !isOver(state) ? [state, openProvider(state.context)] : [state];
}

/** The checkout's first state. */
export const start = (isPaying: boolean): State => ({ name: isPaying ? 'resuming' : 'pricing' });
