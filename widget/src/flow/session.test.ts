import { expect, test } from 'vitest';
import { openSession, type Store } from './session.js';

function memoryStore(): Store & { content: Map<string, string> } {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
    removeItem: (key) => void content.delete(key),
  };
}

test('a reload finds everything again', () => {
  const store = memoryStore();
  const before = openSession(store, 'cojoin.a');
  before.set({ signupId: '1', registrationKey: 'key' });
  before.draft('parent', { firstName: 'Ana' });
  expect(openSession(store, 'cojoin.a').get()).toEqual(before.get());
  expect(openSession(store, 'cojoin.a').get()).toMatchObject({ signupId: '1', drafts: { parent: { firstName: 'Ana' } } });
});

test('two instances on a page know nothing of each other', () => {
  const store = memoryStore();
  openSession(store, 'cojoin.a').set({ signupId: '1' });
  expect(openSession(store, 'cojoin.b').get().signupId).toBeUndefined();
});

test('a reset forgets the sign-up and keeps the discount, the selection code, the language and the reason', () => {
  const keeper = openSession(memoryStore(), 'k');
  keeper.set({
    signupId: '1',
    registrationKey: 'key',
    discount: { referrer: 'familylaw', percentage: 20 },
    selectionCode: 'PRE2',
    promoCodes: ['FLAT15'],
    spoken: { language: 'es', locale: 'en-US' },
  });
  keeper.reset('session_expired');
  expect(keeper.get()).toEqual({
    drafts: {},
    payForCoparent: false,
    promoCodes: [],
    paymentCodes: [],
    emailPromptDone: false,
    credentialsSet: false,
    discount: { referrer: 'familylaw', percentage: 20 },
    selectionCode: 'PRE2',
    spoken: { language: 'es', locale: 'en-US' },
    notice: 'session_expired',
  });
});

test('clearing takes our own key away and no other', () => {
  const store = memoryStore();
  store.setItem('host', 'theirs');
  const keeper = openSession(store, 'k');
  keeper.set({ signupId: '1' });
  keeper.clear();
  expect([...store.content]).toEqual([['host', 'theirs']]);
  expect(keeper.get().signupId).toBeUndefined();
});

test('a store that is blocked or holds something unreadable is done without', () => {
  const blocked: Store = {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  for (const store of [undefined, blocked, { ...memoryStore(), getItem: () => '{"half' }]) {
    const keeper = openSession(store, 'k');
    keeper.set({ signupId: '1' });
    expect(keeper.get().signupId).toBe('1');
    keeper.clear();
    expect(keeper.get().signupId).toBeUndefined();
  }
});

test('listeners hear every change until they stop', () => {
  const keeper = openSession(undefined, 'k');
  let heard = 0;
  const stop = keeper.subscribe(() => {
    heard += 1;
  });
  keeper.set({ signupId: '1' });
  keeper.reset();
  stop();
  keeper.set({ signupId: '2' });
  expect(heard).toBe(2);
});
