// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const key = 'cojoin.visitor';

/** A freshly loaded page in the same tab. */
async function load(isAnalyzed = true): Promise<() => string> {
  vi.resetModules();
  const { anonymousId } = await import('./visitor.js');
  return () => anonymousId(isAnalyzed);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

test('a visitor is the same one in the next tab', async () => {
  const id = (await load())();
  sessionStorage.clear();
  expect([(await load())(), localStorage.getItem(key)]).toEqual([id, id]);
});

test('where a browser has no store for all tabs, a visitor is the same one in this tab', async () => {
  vi.stubGlobal('localStorage', null);
  const id = (await load())();
  expect([(await load())(), sessionStorage.getItem(key)]).toEqual([id, id]);
});

test('where a browser has no stores at all, a visitor is the same one on this page', async () => {
  vi.stubGlobal('localStorage', null);
  vi.stubGlobal('sessionStorage', null);
  const visitor = await load();
  expect(visitor()).toBe(visitor());
  expect((await load())()).not.toBe(visitor());
});

test('a store that is full is done without', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const visitor = await load();
  expect(visitor()).toBe(visitor());
  full.mockRestore();
});

test('a visitor without analytics consent has an id in this tab only, and in all tabs after consent', async () => {
  const id = (await load(false))();
  expect([(await load(false))(), localStorage.length]).toEqual([id, 0]);
  expect([(await load())(), localStorage.getItem(key)]).toEqual([id, id]);
});

test('an id is a random UUID, on a page without a secure context, too', async () => {
  vi.stubGlobal('crypto', { getRandomValues: <A extends Uint8Array>(bytes: A) => bytes.fill(0xff) });
  const { newId } = await import('./visitor.js');
  expect(newId()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});
