import type { FailureMessage } from '../../client/failure.js';
import type { Violation } from '../../client/types.js';

export interface CredentialsValues {
  username: string;
  password: string;
}

/** The server's verdict on a username. */
export type Availability = 'unknown' | 'checking' | 'free' | 'taken' | 'unfit';

/** The reason of the last failure: fields to correct, or a failure that no field can correct. */
export interface Trouble {
  readonly violations: readonly Violation[];
  readonly failure?: FailureMessage | undefined;
}

/** The screen's states, each with its data. */
export type State =
  | { readonly name: 'form'; readonly availability: Availability; readonly trouble: Trouble }
  | { readonly name: 'saving'; readonly availability: Availability }
  /** Username and password are set, and the user is logged in: `href` is the next page. */
  | { readonly name: 'saved'; readonly href: string }
  /** The token is used or expired. */
  | { readonly name: 'expired' };

export type StateName = State['name'];
type StateOf<N extends StateName> = Extract<State, { name: N }>;

export type Event =
  | { type: 'TYPE_USERNAME' }
  | { type: 'LEAVE_USERNAME'; username: string }
  | { type: 'AVAILABILITY'; availability: Availability }
  | { type: 'TOKEN_LOST' }
  | { type: 'SUBMIT'; values: CredentialsValues }
  | { type: 'SAVED'; href: string }
  | { type: 'FAILED'; trouble: Trouble };

export type Effect = { do: 'fetchAvailability'; username: string } | { do: 'cancelFetch' } | { do: 'save'; values: CredentialsValues };

export type Step = readonly [state: State, ...effects: readonly Effect[]];

type Row<S extends State> = { readonly [T in Event['type']]?: (state: S, event: Extract<Event, { type: T }>) => Step };

export const noTrouble: Trouble = { violations: [] };

const expired = (): Step => [{ name: 'expired' }];

/** Every state with its transitions. Other events have no effect: a second press saves nothing. */
export const table: { readonly [N in StateName]: Row<StateOf<N>> } = {
  form: {
    TYPE_USERNAME: (state) => [{ ...state, availability: 'unknown' }, { do: 'cancelFetch' }],
    LEAVE_USERNAME: (state, { username }) => [
      { ...state, availability: 'checking' },
      { do: 'fetchAvailability', username },
    ],
    AVAILABILITY: (state, { availability }) => [{ ...state, availability }],
    TOKEN_LOST: expired,
    SUBMIT: ({ availability }, { values }) => [
      { name: 'saving', availability },
      { do: 'save', values },
    ],
  },
  saving: {
    AVAILABILITY: (state, { availability }) => [{ ...state, availability }],
    TOKEN_LOST: expired,
    SAVED: (_state, { href }) => [{ name: 'saved', href }],
    FAILED: ({ availability }, { trouble }) => [{ name: 'form', availability, trouble }],
  },
  saved: {},
  expired: {},
};

export const start: State = { name: 'form', availability: 'unknown', trouble: noTrouble };

/** Returns the state after an event, and the effects to run; the very same state if the table has no such event. */
export function step(state: State, event: Event): Step {
  const rows = table[state.name] as { readonly [T in Event['type']]?: (state: State, event: Event) => Step };
  return rows[event.type]?.(state, event) ?? [state];
}
