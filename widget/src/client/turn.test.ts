import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurn } from './turn.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const refusal = (code: string, after = '2') =>
  new Response(JSON.stringify({ code }), { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': after } });

/** A server that returns these answers in order, and its received requests. */
function server(...answers: Response[]) {
  const bodies: string[] = [];
  const { fetch, turn } = inTurn(async (input) => {
    bodies.push(await (input as Request).text());
    return answers.shift() ?? new Response('done');
  });
  return {
    bodies,
    turn,
    call: (signal?: AbortSignal) => fetch('https://shop.example/v1/x', { method: 'POST', body: 'what was typed', ...(signal ? { signal } : {}) }),
  };
}

test('a call rejected by a busy server is sent again unchanged, and reports the wait', async () => {
  const { bodies, turn, call } = server(refusal('server_overloaded'), refusal('saturated'));
  const answer = call();
  await vi.waitFor(() => expect(turn.isWaiting()).toBe(true));
  await vi.runAllTimersAsync();
  expect(await (await answer).text()).toBe('done');
  expect({ bodies, isWaiting: turn.isWaiting() }).toEqual({ bodies: ['what was typed', 'what was typed', 'what was typed'], isWaiting: false });
});

test.each([
  ['one that may have had an effect', refusal('server_too_slow')],
  ['one without a time to come back', new Response('{"code":"saturated"}', { status: 503 })],
  ['one that was refused for another reason', new Response('{"code":"too_many_tries"}', { status: 429, headers: { 'Retry-After': '2' } })],
  ['one that is to wait for longer than anybody would', refusal('saturated', '61')],
])('%s is answered as it is', async (_name, answer) => {
  const { bodies, call } = server(answer);
  expect((await call()).status).toBe(answer.status);
  expect(bodies).toHaveLength(1);
});

test('a minute is enough', async () => {
  const { bodies, call } = server(...Array.from({ length: 100 }, () => refusal('saturated', '9')));
  const answer = call();
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(503);
  expect(bodies.length).toBeLessThan(8);
});

test('a call that is given up while it waits stops waiting', async () => {
  const { turn, call } = server(refusal('saturated'));
  const control = new AbortController();
  const answer = call(control.signal);
  await vi.waitFor(() => expect(turn.isWaiting()).toBe(true));
  control.abort();
  await expect(answer).rejects.toHaveProperty('name', 'AbortError');
  expect(turn.isWaiting()).toBe(false);
});
