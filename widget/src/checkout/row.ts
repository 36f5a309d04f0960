import type { Effect } from './effect.js';
import type { EventOf, EventType } from './event.js';
import type { State, StateName } from './state.js';

/** The next state and its effects. */
export type Step = readonly [state: State, ...effects: readonly Effect[]];

/** One transition. The first row whose guard holds applies. */
export interface Row<S extends State, T extends EventType> {
  /** Omitted: always. */
  readonly when?: (state: S, event: EventOf<T>) => boolean;
  /** The possible next states, apart from the same one. */
  readonly to: readonly StateName[];
  readonly go: (state: S, event: EventOf<T>) => Step;
}

export type Rows<S extends State> = { readonly [T in EventType]?: readonly Row<S, T>[] };
