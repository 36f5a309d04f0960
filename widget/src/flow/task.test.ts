// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LostAnswer, Problem, ValidationFailure } from '../client/failure.js';
import { FlowProvider, type SignupFlow } from './flow.js';
import { slowMs } from './slow.js';
import { useTask, type Task } from './task.js';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** A task of a shown screen, and its reports to the flow. */
function show() {
  const emitted: unknown[] = [];
  const flow = {
    lost: (error: unknown) => error instanceof Problem && error.status === 410,
    emit: (...event: unknown[]) => emitted.push(event),
  } as unknown as SignupFlow;
  let task: Task | undefined;
  const Screen = () => {
    task = useTask();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(FlowProvider, { value: flow }, createElement(Screen))));
  const now = () => {
    if (!task) throw new Error('not drawn');
    const { isBusy, isSlow, violations, failure } = task;
    return { isBusy, isSlow, violations, failure };
  };
  return {
    emitted,
    now,
    run: (call: Parameters<Task['run']>[0]) => task?.run(call),
    leave: () => act(() => root.unmount()),
  };
}

/** A call that the test ends. */
function slowCall() {
  let end: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  const start = vi.fn(() => new Promise<void>((resolve, reject) => (end = { resolve, reject })));
  return {
    start,
    answer: () => act(async () => end?.resolve()),
    fail: (error: unknown) => act(async () => end?.reject(error)),
  };
}

const still = { isBusy: false, isSlow: false, violations: [], failure: undefined };

test('a double press reaches the call once, even before the busy button is drawn; after the answer it may be pressed again', async () => {
  const { run, now } = show();
  const { start, answer } = slowCall();
  act(() => {
    run(start);
    run(start);
  });
  act(() => run(start));
  expect({ calls: start.mock.calls.length, isBusy: now().isBusy }).toEqual({ calls: 1, isBusy: true });
  await answer();
  expect(now()).toEqual(still);
  act(() => run(start));
  expect(start).toHaveBeenCalledTimes(2);
});

test('a slow message appears after ten seconds, and disappears with the response', async () => {
  const { run, now } = show();
  const { start, answer } = slowCall();
  act(() => run(start));
  act(() => void vi.advanceTimersByTime(slowMs - 1));
  expect(now().isSlow).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(now()).toEqual({ ...still, isBusy: true, isSlow: true });
  await answer();
  expect(now()).toEqual(still);
  // The timer of an answered call doesn't affect the next one.
  act(() => run(start));
  act(() => void vi.advanceTimersByTime(slowMs - 1));
  await answer();
  act(() => run(start));
  act(() => void vi.advanceTimersByTime(1));
  expect(now().isSlow).toBe(false);
});

const violations = [{ field: 'email', code: 'email_invalid', text: '' }];

test.each<[string, unknown, Partial<ReturnType<ReturnType<typeof show>['now']>>, unknown[]]>([
  ['fields to put right', new ValidationFailure(violations), { violations }, []],
  ['no answer', new LostAnswer(), { failure: { code: 'offline_message' } }, [['error', { code: 'offline_message', canContinue: true }]]],
  [
    'a failure of the server',
    new Problem(503, 'service_moving', 1, undefined, undefined, 'We are moving.'),
    { failure: { code: 'service_moving', text: 'We are moving.' } },
    [['error', { code: 'service_moving', canContinue: true }]],
  ],
  ['a fault of our own', new TypeError('x'), { failure: { code: 'unexpected_error' } }, [['error', { code: 'unexpected_error', canContinue: true }]]],
  ['a sign-up that is gone', new Problem(410, 'registration_expired'), {}, []],
])('%s', async (_, error, want, events) => {
  const { run, now, emitted } = show();
  const { start, fail } = slowCall();
  act(() => run(start));
  await fail(error);
  expect({ now: now(), emitted }).toEqual({ now: { ...still, ...want }, emitted: events });

  // The next try starts without messages.
  act(() => run(start));
  expect(now()).toEqual({ ...still, isBusy: true });
});

test('an answer that comes after the screen was left draws nothing, and its slow message never comes', async () => {
  const { run, now, leave } = show();
  const { start, answer } = slowCall();
  act(() => run(start));
  leave();
  await answer();
  expect({ isBusy: now().isBusy, timers: vi.getTimerCount() }).toEqual({ isBusy: true, timers: 0 });
});

test('an answer leads on where its screen is still shown, and nowhere once that was left', async () => {
  const onward = vi.fn();
  const answered = slowCall();
  const call = () => answered.start().then(() => onward);
  const { run, leave } = show();
  act(() => run(call));
  await answered.answer();
  expect(onward).toHaveBeenCalledTimes(1);
  act(() => run(call));
  leave();
  await answered.answer();
  expect(onward).toHaveBeenCalledTimes(1);
});
