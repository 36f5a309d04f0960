import type { credentialsCalls } from '../../client/credentials.js';
import { Problem, saidOf, ValidationFailure } from '../../client/failure.js';
import type { Flow } from '../../flow/flow.js';
import { RetryKey } from '../../flow/retryKey.js';
import { noTrouble, type CredentialsValues, type Effect, type Event, type Trouble } from './machine.js';

/** How long the login may delay the word that the credentials are saved, in milliseconds. */
const loginPatienceMs = 5000;

/** Everything outside of the screen that its effects use. */
export interface CredentialsPorts {
  calls: ReturnType<typeof credentialsCalls>;
  flow: Pick<Flow, 'emit' | 'keeper' | 'lost' | 'track'>;
  /** Credentials token of the account. */
  token: string;
  /** The token came by a mailed link: the tab has no sign-up whose credentials are set. */
  isMailed: boolean;
  /** The token is used up. */
  onSaved: () => void;
  beforeSave: () => Promise<void>;
  wait: (ms: number) => Promise<void>;
}

/** Does what the machine wants done, and tells it what came of it. */
export function createInterpreter({ calls, flow, token, isMailed, onSaved, beforeSave, wait }: CredentialsPorts, send: (event: Event) => void) {
  const { emit, keeper, lost, track } = flow;
  const retry = new RetryKey();
  let asked = new AbortController();

  const troubleOf = (error: unknown): Trouble => {
    if (error instanceof ValidationFailure) return { violations: error.violations };
    if (lost(error)) return noTrouble;
    const failure = saidOf(error, 'unexpected_error');
    emit('error', { code: failure.code });
    return { violations: [], failure };
  };

  const askAvailability = async (username: string) => {
    asked.abort();
    const control = new AbortController();
    asked = control;
    try {
      const { available, meetsRequirements } = await calls.usernameAvailability(token, username, control.signal);
      if (!control.signal.aborted) send({ type: 'AVAILABILITY', availability: meetsRequirements ? (available ? 'free' : 'taken') : 'unfit' });
    } catch (error) {
      // The answer to Complete Signup will tell; only a token that is used up is said now.
      if (!control.signal.aborted) send(isTokenLost(error) ? { type: 'TOKEN_LOST' } : { type: 'AVAILABILITY', availability: 'unknown' });
    }
  };

  /** Being logged in already is a convenience: without it, the person logs in by hand. Where Continue leads is known with its answer. */
  const login = async ({ username, password }: CredentialsValues) => {
    try {
      const given = await calls.login(username, password);
      const isRefused = given.redirect.includes('login_error');
      if (isRefused) emit('error', { code: 'login_error' });
      if (!isMailed) keeper.set({ login: given });
      send({ type: 'LOGGED_IN', login: { isRefused, href: given.redirect } });
    } catch {
      emit('error', { code: 'login_unanswered' });
    }
  };

  const save = async (values: CredentialsValues) => {
    try {
      await beforeSave();
    } catch (error) {
      send({ type: 'FAILED', trouble: troubleOf(error) });
      return;
    }
    try {
      await calls.setCredentials(token, values, retry.for(values));
    } catch (error) {
      if (error instanceof ValidationFailure) retry.answered();
      if (isTokenLost(error)) {
        send({ type: 'TOKEN_LOST' });
        return;
      }
      track('Errored', { step: 'credentials' });
      send({ type: 'FAILED', trouble: troubleOf(error) });
      return;
    }
    retry.answered();
    track('Credentials Set');
    if (!isMailed) keeper.set({ credentialsSet: true });
    onSaved();
    await Promise.race([login(values), wait(loginPatienceMs)]);
    send({ type: 'SAVED' });
  };

  const renew = async (email: string) => {
    try {
      await calls.renewCredentials(email);
      send({ type: 'SENT', email });
    } catch (error) {
      send({ type: 'FAILED', trouble: troubleOf(error) });
    }
  };

  return (effect: Effect): void => {
    if (effect.do === 'askAvailability') void askAvailability(effect.username);
    else if (effect.do === 'stopAsking') asked.abort();
    else if (effect.do === 'save') void save(effect.values);
    else void renew(effect.email);
  };
}

/** The token is unknown, used or expired. */
function isTokenLost(error: unknown): boolean {
  return error instanceof Problem && (error.status === 401 || error.status === 403 || error.status === 410);
}
