import type { credentialsCalls } from '../../client/credentials.js';
import { isTokenLost, failureMessage, ValidationFailure } from '../../client/failure.js';
import type { Flow } from '../../flow/flow.js';
import { RetryKey } from '../../session/retryKey.js';
import { noTrouble, type CredentialsValues, type Effect, type Event, type Trouble } from './machine.js';

/** The dependencies of the effects outside of the screen. */
export interface CredentialsPorts {
  calls: ReturnType<typeof credentialsCalls>;
  flow: Pick<Flow, 'account' | 'emit' | 'keeper' | 'lost' | 'track'>;
  /** Credentials token of the account. */
  token: string;
  /** The token came by a mailed link: the tab has no sign-up to mark as complete. */
  isMailed: boolean;
  /** The token is used up. */
  onSaved: () => void;
  beforeSave: () => Promise<void>;
}

/** Runs the machine's effects and sends their results. */
export function createInterpreter({ calls, flow, token, isMailed, onSaved, beforeSave }: CredentialsPorts, send: (event: Event) => void) {
  const { account, emit, keeper, lost, track } = flow;
  const retry = new RetryKey();
  let pending = new AbortController();

  const troubleOf = (error: unknown): Trouble => {
    if (error instanceof ValidationFailure) return { violations: error.violations };
    if (lost(error)) return noTrouble;
    const failure = failureMessage(error, 'unexpected_error');
    emit('error', { code: failure.code, canContinue: true });
    return { violations: [], failure };
  };

  const fetchAvailability = async (username: string) => {
    pending.abort();
    const control = new AbortController();
    pending = control;
    try {
      const { available, meetsRequirements } = await calls.usernameAvailability(token, username, control.signal);
      if (!control.signal.aborted) send({ type: 'AVAILABILITY', availability: meetsRequirements ? (available ? 'free' : 'taken') : 'unfit' });
    } catch (error) {
      // Complete Signup will report other failures; only a used token is reported now.
      if (!control.signal.aborted) send(isTokenLost(error) ? { type: 'TOKEN_LOST' } : { type: 'AVAILABILITY', availability: 'unknown' });
    }
  };

  const save = async (values: CredentialsValues) => {
    try {
      await beforeSave();
    } catch (error) {
      send({ type: 'FAILED', trouble: troubleOf(error) });
      return;
    }
    let login: Awaited<ReturnType<typeof calls.setCredentials>>['login'];
    try {
      ({ login } = await calls.setCredentials(token, values, retry.for(values)));
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
    account.enter(login);
    keeper.set(isMailed ? { login } : { login, credentialsSet: true });
    onSaved();
    send({ type: 'SAVED', href: login.redirect });
  };

  return (effect: Effect): void => {
    if (effect.do === 'fetchAvailability') void fetchAvailability(effect.username);
    else if (effect.do === 'cancelFetch') pending.abort();
    else void save(effect.values);
  };
}
