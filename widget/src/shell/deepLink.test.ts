import { beforeEach, expect, test, vi } from 'vitest';
import { readDeepLink, writeDeepLink } from './deepLink.js';

test.each([
  ['?cojoin=/step2', '/step2'],
  ['?cojoin=%2Finvite%2Fstep1', '/invite/step1'],
  ['', undefined],
  ['?cojoin=step2', undefined],
  ['?cojoin=//evil.example.com', undefined],
  ['?cojoin=/step1//evil.example.com', undefined],
  ['?cojoin=https://evil.example.com', undefined],
  ['?cojoin=javascript:alert(1)', undefined],
  ['?cojoin=/step1?token=abc', undefined],
  [`?cojoin=/${'a'.repeat(61)}`, undefined],
])('%s names the screen %s', (search, path) => {
  expect(readDeepLink('cojoin', search)).toBe(path);
});

let written: unknown[][];

beforeEach(() => {
  written = [];
  vi.stubGlobal('history', { state: { of: 'the host' }, replaceState: (...args: unknown[]) => written.push(args) });
});

const at = (address: string) => vi.stubGlobal('location', new URL(address, 'https://www.example.com'));

test('the screen is written into the host’s entry of the history and taken out again; everything else of the address stays', () => {
  at('/plans?utm=a%20b#prices');
  writeDeepLink('cojoin', '/step2');
  at('/plans?utm=a+b&cojoin=/step2#prices');
  writeDeepLink('cojoin', undefined);
  expect(written).toEqual([
    [{ of: 'the host' }, '', '/plans?utm=a+b&cojoin=/step2#prices'],
    [{ of: 'the host' }, '', '/plans?utm=a+b#prices'],
  ]);
});

test('an unchanged address isn’t written again', () => {
  at('/plans?cojoin=/step2');
  writeDeepLink('cojoin', '/step2');
  at('/plans?utm=a%20b');
  writeDeepLink('cojoin', undefined);
  expect(written).toEqual([]);
});
