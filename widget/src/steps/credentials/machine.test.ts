import { expect, test, vi } from 'vitest';
import { LostAnswer, Problem, ValidationFailure } from '../../client/failure.js';
import { openAccount } from '../../session/account.js';
import { openSession } from '../../session/session.js';
import { createInterpreter, type CredentialsPorts } from './interpreter.js';
import { noTrouble, start, step, type Effect, type Event, type State } from './machine.js';

const values = { username: 'maya', password: 'quiet-harbor-42!' };
const violations = [{ field: 'password', code: 'x', text: '' }];

/** The state after some events, and all effects. */
function after(...events: Event[]): { state: State; effects: Effect[] } {
  let state = start;
  const effects: Effect[] = [];
  for (const event of events) {
    const [next, ...made] = step(state, event);
    state = next;
    effects.push(...made);
  }
  return { state, effects };
}

test('a second press saves nothing', () => {
  const { state, effects } = after({ type: 'SUBMIT', values }, { type: 'SUBMIT', values });
  expect({ state, effects }).toEqual({ state: { name: 'saving', availability: 'unknown' }, effects: [{ do: 'save', values }] });
});

test('errors stay until the next try, and typing resets the username’s availability', () => {
  const failed: Event[] = [
    { type: 'SUBMIT', values },
    { type: 'FAILED', trouble: { violations } },
  ];
  expect(after(...failed, { type: 'LEAVE_USERNAME', username: 'maya' }, { type: 'AVAILABILITY', availability: 'taken' }).state).toEqual({
    name: 'form',
    availability: 'taken',
    trouble: { violations },
  });
  expect(after(...failed, { type: 'TYPE_USERNAME' }).effects.at(-1)).toEqual({ do: 'cancelFetch' });
  expect(after(...failed, { type: 'SUBMIT', values }).state).not.toHaveProperty('trouble');
});

test('a token that is lost while saving ends the form', () => {
  expect(after({ type: 'SUBMIT', values }, { type: 'TOKEN_LOST' }, { type: 'SUBMIT', values })).toEqual({
    state: { name: 'expired' },
    effects: [{ do: 'save', values }],
  });
});

const login = { redirect: '#home', auth: 'token of the login', userId: 'u' };

/** An interpreter with the test's own server. */
function edge(calls: Partial<CredentialsPorts['calls']>, change: Partial<CredentialsPorts> = {}) {
  const events: Event[] = [];
  const reported: string[] = [];
  const keeper = openSession(undefined, 'test');
  const account = openAccount(undefined, 'test');
  const run = createInterpreter(
    {
      calls: {
        usernameAvailability: () => Promise.resolve({ available: true, meetsRequirements: true }),
        setCredentials: () => Promise.resolve({ userId: 'u', username: 'maya', redirect: '/receipt', login }),
        ...calls,
      } as CredentialsPorts['calls'],
      flow: {
        account,
        keeper,
        lost: (error) => error instanceof Problem && error.status === 404,
        emit: (event, detail) => reported.push(`${event} ${JSON.stringify(detail)}`),
        track: (event) => reported.push(event),
      } as CredentialsPorts['flow'],
      token: 'token',
      isMailed: false,
      onSaved: () => reported.push('saved'),
      beforeSave: () => Promise.resolve(),
      ...change,
    },
    (event) => events.push(event),
  );
  return { run, events, reported, keeper, account };
}

test('saved credentials log in, and the tab remembers both', async () => {
  const { run, events, reported, keeper, account } = edge({});
  run({ do: 'save', values });
  await vi.waitFor(() => expect(events).toEqual([{ type: 'SAVED', href: '#home' }]));
  expect(reported).toEqual(['Credentials Set', 'saved']);
  expect(keeper.get()).toMatchObject({ credentialsSet: true, login });
  expect(account.get()).toEqual({ login: { token: login.auth, userId: login.userId } });
});

test('those of a mailed link log in, and leave the sign-up of the tab as it is', async () => {
  const { run, events, keeper } = edge({}, { isMailed: true });
  run({ do: 'save', values });
  await vi.waitFor(() => expect(events).toEqual([{ type: 'SAVED', href: '#home' }]));
  expect(keeper.get()).toMatchObject({ credentialsSet: false, login });
});

test.each([
  [new ValidationFailure(violations), { type: 'FAILED', trouble: { violations } }],
  [new LostAnswer(), { type: 'FAILED', trouble: { violations: [], failure: { code: 'offline_message' } } }],
  [new Problem(410, 'token_expired'), { type: 'TOKEN_LOST' }],
  [new Problem(404, 'gone'), { type: 'FAILED', trouble: noTrouble }],
])('credentials that are refused with %s', async (refusal, event) => {
  const { run, events } = edge({ setCredentials: () => Promise.reject(refusal) });
  run({ do: 'save', values });
  await vi.waitFor(() => expect(events).toEqual([event]));
});

test('an answer about a username that was typed over doesn’t count', async () => {
  const answers: ((free: boolean) => void)[] = [];
  const usernameAvailability = () =>
    new Promise<{ available: boolean; meetsRequirements: boolean }>((resolve) =>
      answers.push((available) => resolve({ available, meetsRequirements: true })),
    );
  const { run, events } = edge({ usernameAvailability });
  run({ do: 'fetchAvailability', username: 'may' });
  run({ do: 'cancelFetch' });
  run({ do: 'fetchAvailability', username: 'maya' });
  answers[0]?.(false);
  answers[1]?.(true);
  await vi.waitFor(() => expect(events).toEqual([{ type: 'AVAILABILITY', availability: 'free' }]));
});
