import { createStore } from '../machine/store.js';
import type { Path } from './route.js';
import { eras, put, type Store } from './session.js';

/** The login of this tab. The token is the proof and lasts an hour; the user id alone opens nothing. */
export interface Login {
  token: string;
  userId: string;
}

/** The reason that a login ended: shown on the login screen. */
export type Farewell = 'expired' | 'left' | 'not_handed_over';

export interface AccountSession {
  login?: Login | undefined;
  farewell?: Farewell | undefined;
}

/** The login of a tab. It is kept apart from the sign-up, which is forgotten after its receipt was shown. */
export interface AccountKeeper {
  get: () => AccountSession;
  /** Keeps the answer to a login; an answer without a token is no login. */
  enter: (answer: { auth?: string | undefined; userId?: string | undefined }) => void;
  leave: (reason: Farewell) => void;
  /** Keeps the screen that a user asked for but needs a login first. */
  rememberTarget: (path: Path) => void;
  /** Returns that screen, once; then the default after a login. */
  takeTarget: () => Path;
  /** Forgets the login without a message. */
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Opens the login of a site; `login` is the stored one. A full or blocked store isn't used: the login then ends with the page. The same happens once the
 * flow with this session key was forgotten: other flows of the page share the login, and go on.
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
    rememberTarget: (path) => {
      wish = path;
    },
    takeTarget: () => {
      const path = wish ?? '/account';
      wish = undefined;
      return path;
    },
    clear: () => change({}),
    subscribe,
  };
}
