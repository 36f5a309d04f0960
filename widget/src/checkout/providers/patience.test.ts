import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { withPatience } from './patience.js';
import { ProviderFailure } from './port.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that a test ends. */
function work() {
  const { promise, resolve: end, reject: fail } = arrival<string>();
  const discard = vi.fn();
  return { promise, end, fail, discard };
}

test('work in time is returned, and isn’t discarded later', async () => {
  const { promise, end, discard } = work();
  const control = new AbortController();
  const result = withPatience(promise, { signal: control.signal, discard });
  await vi.advanceTimersByTimeAsync(14_999);
  end('fields');
  expect(await result).toBe('fields');
  control.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect({ discarded: discard.mock.calls, timers: vi.getTimerCount() }).toEqual({ discarded: [], timers: 0 });
});

test('work that ends after fifteen seconds is discarded', async () => {
  const { promise, end, discard } = work();
  const given = expect(withPatience(promise, { discard })).rejects.toThrow(ProviderFailure);
  await vi.advanceTimersByTimeAsync(15_000);
  await given;
  end('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(discard.mock.calls).toEqual([['late']]);
});

test.each(['before', 'during'])('work that isn’t wanted any more is discarded (%s its start)', async (when) => {
  const { promise, end, discard } = work();
  const control = new AbortController();
  if (when === 'before') control.abort();
  const given = expect(withPatience(promise, { signal: control.signal, discard })).rejects.toThrow(ProviderFailure);
  control.abort();
  await given;
  end('late');
  await vi.advanceTimersByTimeAsync(0);
  expect({ discarded: discard.mock.calls, timers: vi.getTimerCount() }).toEqual({ discarded: [['late']], timers: 0 });
});

test('work that fails says why, and nothing is discarded', async () => {
  const { promise, fail, discard } = work();
  const given = expect(withPatience(promise, { discard })).rejects.toThrow('blocked');
  fail(new Error('blocked'));
  await given;
  expect(discard).not.toHaveBeenCalled();
});
