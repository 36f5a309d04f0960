import type { Effect } from './effect.js';
import type { EventOf, EventType } from './event.js';
import type { State, StateName } from './state.js';

/** The next state, and what is to be done. */
export type Step = readonly [state: State, ...effects: readonly Effect[]];

/** One way on from a state. The first row whose guard holds counts. */
export interface Row<S extends State, T extends EventType> {
  /** Left out: always. */
  readonly when?: (state: S, event: EventOf<T>) => boolean;
  /** The states that it may lead to, other than the same. */
  readonly to: readonly StateName[];
  readonly go: (state: S, event: EventOf<T>) => Step;
}

export type Rows<S extends State> = { readonly [T in EventType]?: readonly Row<S, T>[] };
