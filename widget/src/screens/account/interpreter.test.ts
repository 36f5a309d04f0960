import { expect, test, vi } from 'vitest';
import { LostAnswer, Problem } from '../../client/failure.js';
import { openAccount } from '../../session/account.js';
import { createInterpreter, type AccountPorts } from './interpreter.js';
import type { Effect, Event } from './machine.js';

/** An interpreter with the test's own server, and a tab that is logged in. */
function edge(calls: Record<string, (...given: never[]) => Promise<unknown>> = {}) {
  const events: Event[] = [];
  const requests: unknown[][] = [];
  const saved: [Blob, string][] = [];
  const account = openAccount(undefined, 'k', { token: 'login', userId: 'u' });
  const flow = { bootstrap: { product: 'Cojoin' }, emit: vi.fn(), go: vi.fn() };
  const named = (name: string) =>
    [
      name,
      (...given: never[]) => {
        requests.push([name, ...given]);
        return calls[name]?.(...given) ?? Promise.resolve({});
      },
    ] as const;
  const names = ['page', 'cancel', 'inviteAgain', 'sessions', 'endSession', 'logout'];
  const ports = {
    calls: Object.fromEntries([...names, 'receipt'].map(named)),
    files: Object.fromEntries([['receipt', named('file')[1]], named('creditNote')]),
    account,
    flow,
    saveFile: (file: Blob, name: string) => void saved.push([file, name]),
  } as unknown as AccountPorts;
  const run = createInterpreter(ports, (event) => void events.push(event));
  return { run, events, requests, saved, account, flow, heard: () => vi.waitFor(() => expect(events).toHaveLength(1), { interval: 1 }) };
}

const receipt = { receiptId: 'r' };
const cases: [Effect, string, unknown[], unknown, Event][] = [
  [{ do: 'load' }, 'page', [], { userId: 'u' }, { type: 'LOADED', page: { userId: 'u' } as never }],
  [{ do: 'openReceipt', id: 'r' }, 'receipt', ['r'], receipt, { type: 'RECEIPT', receipt: receipt as never }],
  [{ do: 'cancel', id: 's' }, 'cancel', ['s'], { cancelledAt: 'now' }, { type: 'CANCELLED', id: 's', cancelledAt: 'now' }],
  [{ do: 'send' }, 'inviteAgain', [], { state: 'open' }, { type: 'SENT', coParent: { state: 'open' } as never }],
  [{ do: 'sessions' }, 'sessions', [], [], { type: 'SESSIONS', sessions: [] }],
  [{ do: 'end', id: 'x' }, 'endSession', ['x'], undefined, { type: 'ENDED', id: 'x' }],
  [{ do: 'end' }, 'endSession', [undefined], undefined, { type: 'ENDED', id: undefined }],
];

test.each(cases)('%o calls the server with the login, and sends its answer', async (effect, name, given, answer, event) => {
  const { run, events, requests, heard } = edge({ [name]: () => Promise.resolve(answer) });
  run(effect);
  await heard();
  expect({ events, requests }).toEqual({ events: [event], requests: [[name, 'login', ...given]] });
});

const offline = { message: { code: 'offline_message' }, seconds: undefined };
const tooMany = { message: { code: 'too_many_tries', text: undefined }, seconds: 60 };

test.each<[Effect, string, Event]>([
  [{ do: 'load' }, 'page', { type: 'LOAD_FAILED', trouble: offline }],
  [{ do: 'openReceipt', id: 'r' }, 'receipt', { type: 'RECEIPT_FAILED', id: 'r', trouble: offline }],
  [{ do: 'cancel', id: 's' }, 'cancel', { type: 'FAILED', task: 'cancel', trouble: offline }],
  [{ do: 'send' }, 'inviteAgain', { type: 'FAILED', task: 'send', trouble: offline }],
  [{ do: 'sessions' }, 'sessions', { type: 'SESSIONS_FAILED', trouble: offline }],
  [{ do: 'end', id: 'x' }, 'endSession', { type: 'FAILED', task: 'end', trouble: offline }],
  [{ do: 'save', id: 'r', paidOn: '2026-01-02' }, 'file', { type: 'FAILED', task: 'save', trouble: offline }],
])('%o without an answer is a failure, and told to the page', async (effect, name, event) => {
  const { run, events, flow, heard } = edge({ [name]: () => Promise.reject(new LostAnswer()) });
  run(effect);
  await heard();
  expect({ events, told: flow.emit.mock.calls }).toEqual({ events: [event], told: [['error', { code: 'offline_message', canContinue: true }]] });
});

test('a refusal says how long to wait', async () => {
  const { run, events, heard } = edge({ inviteAgain: () => Promise.reject(new Problem(429, 'too_many_tries', 60)) });
  run({ do: 'send' });
  await heard();
  expect(events).toEqual([{ type: 'FAILED', task: 'send', trouble: tooMany }]);
});

test('a login that has ended meanwhile has ended as requested; another failure of that call has not', async () => {
  const outcome = async (code: string) => {
    const { run, events, heard } = edge({ endSession: () => Promise.reject(new Problem(404, code)) });
    run({ do: 'end', id: 'x' });
    await heard();
    return events[0]?.type;
  };
  expect([await outcome('session_not_found'), await outcome('not_found')]).toEqual(['ENDED', 'FAILED']);
});

test('once the login is over, the login screen opens and nothing else is said', async () => {
  const { run, events, account, flow } = edge({ page: () => Promise.reject(new Problem(401, 'token_invalid')) });
  run({ do: 'load' });
  await vi.waitFor(() => expect(flow.go).toHaveBeenCalled(), { interval: 1 });
  expect({ events, told: flow.emit.mock.calls, went: flow.go.mock.calls, farewell: account.get().farewell, target: account.takeTarget() }).toEqual({
    events: [],
    told: [],
    went: [['/login', { replace: true }]],
    farewell: 'expired',
    target: '/account',
  });
});

test.each([
  [undefined, 'file', ['r'], 'Cojoin 2026-01-02.pdf'],
  ['C-1', 'creditNote', ['r', 'C-1'], 'Cojoin C-1.pdf'],
])('a file is saved under its date, a credit note (%s) under its number', async (note, name, given, file) => {
  const blob = new Blob();
  const { run, events, requests, saved, heard } = edge({ [name]: () => Promise.resolve(blob) });
  run({ do: 'save', id: 'r', note, paidOn: '2026-01-02' });
  await heard();
  expect({ events, requests, saved }).toEqual({ events: [{ type: 'SAVED' }], requests: [[name, 'login', ...given]], saved: [[blob, file]] });
});

test.each([
  ['with an answer', () => Promise.resolve()],
  ['without an answer', () => Promise.reject(new LostAnswer())],
])('logging out ends the login of this tab, %s', async (_, logout) => {
  const { run, account, flow, requests } = edge({ logout });
  run({ do: 'leave' });
  await vi.waitFor(() => expect(flow.go).toHaveBeenCalled(), { interval: 1 });
  expect({ session: account.get(), went: flow.go.mock.calls, requests }).toEqual({
    session: { farewell: 'left' },
    went: [['/login', { replace: true }]],
    requests: [['logout', 'login']],
  });
});
