import type { FailureMessage } from '../../client/failure.js';
import type { Violation } from '../../client/types.js';

export interface CredentialsValues {
  username: string;
  password: string;
}

/** The server's verdict on a username. */
export type Availability = 'unknown' | 'checking' | 'free' | 'taken' | 'unfit';

/** Why the last try failed: fields to put right, or a failure that no field can put right. */
export interface Trouble {
  readonly violations: readonly Violation[];
  readonly failure?: FailureMessage | undefined;
}

/** The screen's states, with what exists in each of them. */
export type State =
  | { readonly name: 'form'; readonly availability: Availability; readonly trouble: Trouble }
  | { readonly name: 'saving'; readonly availability: Availability }
  /** Username and password are set, and the person is logged in: `href` is where that leads. */
  | { readonly name: 'saved'; readonly href: string }
  /** The token is used up or too old. */
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

export type Effect = { do: 'askAvailability'; username: string } | { do: 'stopAsking' } | { do: 'save'; values: CredentialsValues };

export type Step = readonly [state: State, ...effects: readonly Effect[]];

type Row<S extends State> = { readonly [T in Event['type']]?: (state: S, event: Extract<Event, { type: T }>) => Step };

export const noTrouble: Trouble = { violations: [] };

const expired = (): Step => [{ name: 'expired' }];

/** Every state, and where each event leads. What isn't in it doesn't happen: a second press saves nothing. */
export const table: { readonly [N in StateName]: Row<StateOf<N>> } = {
  form: {
    TYPE_USERNAME: (state) => [{ ...state, availability: 'unknown' }, { do: 'stopAsking' }],
    LEAVE_USERNAME: (state, { username }) => [
      { ...state, availability: 'checking' },
      { do: 'askAvailability', username },
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

/** The state after an event, and what is to be done; the very same state where the table has no such event. */
export function step(state: State, event: Event): Step {
  const rows = table[state.name] as { readonly [T in Event['type']]?: (state: State, event: Event) => Step };
  return rows[event.type]?.(state, event) ?? [state];
}
