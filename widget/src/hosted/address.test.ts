// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readHostedSetting } from './address.js';

test('forced arms stay in the tab after the address has lost them, until others are requested', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const flagsOf = (search: string) => readHostedSetting(search, store).flags;
  expect([
    flagsOf(''),
    flagsOf('?flags=grow886:treatment'),
    flagsOf('?lang=es'),
    flagsOf('?flags=grow722:control'),
    flagsOf(''),
    flagsOf('?flags='),
  ]).toEqual([undefined, 'grow886:treatment', 'grow886:treatment', 'grow722:control', 'grow722:control', undefined]);
});
