import { createStore } from '../machine/store.js';
import type { Path } from './route.js';
import { eras, put, type Store } from './session.js';

/** The login of this tab. The token is the proof, for an hour; the user id opens nothing by itself. */
export interface Login {
  token: string;
  userId: string;
}

/** Why a login is over: said on the login screen. */
export type Farewell = 'expired' | 'left' | 'not_handed_over';

export interface AccountSession {
  login?: Login | undefined;
  farewell?: Farewell | undefined;
}

/** The login of a tab. It is kept apart from the sign-up, which is forgotten once its receipt has been shown. */
export interface AccountKeeper {
  get: () => AccountSession;
  /** Keeps what a login was answered with; an answer without a token is none. */
  enter: (answer: { auth?: string | undefined; userId?: string | undefined }) => void;
  leave: (why: Farewell) => void;
  /** Keeps where somebody wanted to go who has to log in first. */
  want: (path: Path) => void;
  /** The screen after a login: the one wanted before, once. */
  wanted: () => Path;
  /** Forgets the login without a word. */
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Opens the login of a site; `login` is what the store kept. A store that is full or blocked is done without: the login then ends with the page.
 * So is one whose flow, named by the key of its session, was forgotten: other flows of the page share the login, and go on.
 */
export function openAccount(store: Store | undefined, key: string, login?: Login, flow = key): AccountKeeper {
  const era = eras[flow];
  const { get, set, subscribe } = createStore<AccountSession>({ login });
  let wish: Path | undefined;
  const change = (next: AccountSession) => {
    if (eras[flow] === era) put(store, key, next.login);
    set(next);
  };
  return {
    get,
    enter: ({ auth, userId }) => {
      if (auth && userId) change({ login: { token: auth, userId } });
    },
    leave: (farewell) => change({ farewell }),
    want: (path) => {
      wish = path;
    },
    wanted: () => {
      const path = wish ?? '/account';
      wish = undefined;
      return path;
    },
    clear: () => change({}),
    subscribe,
  };
}
