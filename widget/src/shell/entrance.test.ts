// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { clearAddress, readEntrance, readInviteLink, watchLinks } from './entrance.js';
import { resolveSetting } from '../session/setting.js';

const hosted = resolveSetting({}, true);

test.each([
  ['a discount', `?discount=true&referrer=familylaw&pct=${btoa('20')}`, { discount: { referrer: 'familylaw', percentage: 20 } }],
  ['a percentage that is no number', '?discount=true&referrer=familylaw&pct=%%%', { discount: { referrer: 'familylaw', percentage: 0 } }],
  ['more than everything', `?discount=true&referrer=familylaw&pct=${btoa('120')}`, { discount: { referrer: 'familylaw', percentage: 0 } }],
  ['a referrer without the flag', '?referrer=familylaw', {}],
  ['a referrer that no header can carry', '?discount=true&referrer=€', {}],
  ['a selection code', '?selection=pre2', { selectionCode: 'PRE2' }],
  ['a selection code that is none', '?selection=<script>', {}],
])('%s', (_name, search, want) => {
  expect(readEntrance(hosted, search, '')).toEqual(want);
});

test('a mailed credentials token comes by the fragment', () => {
  expect(readEntrance(hosted, '', '#token=abc')).toEqual({ mailedToken: 'abc' });
  expect(readEntrance(hosted, '', `#token=${'a'.repeat(600)}`)).toEqual({});
});

test('a login that another site hands over comes by the fragment of the account page', () => {
  expect(readEntrance(hosted, '?lang=es', '#token=abc', '/app/join/account')).toEqual({ handOver: 'abc' });
  expect(readEntrance(hosted, '', '#token=abc', '/app/join/account/payment-method')).toEqual({ mailedToken: 'abc' });
});

test('the mailed link to set username and password is no invitation, though it looks like one', () => {
  const fragment = '#userId=0190&token=abc';
  expect(readEntrance(hosted, '', fragment, '/app/join/credentials')).toEqual({ mailedToken: 'abc' });
  expect(readInviteLink(hosted, '', fragment, '/app/join/credentials')).toBeUndefined();
  expect(readEntrance(hosted, '', fragment, '/app/join/invite')).toEqual({});
  expect(readInviteLink(hosted, '', fragment, '/app/join/invite')).toEqual({ userId: '0190', token: 'abc' });
});

test('an embedded flow takes nothing from the address of its host', () => {
  const embedded = resolveSetting({ referrer: 'familylaw', percentage: 20 }, false);
  expect(readEntrance(embedded)).toEqual({ discount: { referrer: 'familylaw', percentage: 20 } });
});

test.each([
  ['/app/join/invite?userId=0190&token=abc&lang=es', '/app/join/invite?lang=es'],
  ['/app/join/invite?token=abc', '/app/join/invite'],
  ['/app/join/invite?lang=es#userId=0190&token=abc', '/app/join/invite?lang=es'],
  ['/app/join/credentials#token=abc', '/app/join/credentials'],
  ['/app/join/invite?token=a&userId=1#userId=0190&token=abc', '/app/join/invite'],
  ['/app/join/signup?userId=0190#top', '/app/join/signup?userId=0190#top'],
])('what is secret in %s is taken out of the address, in the same entry of the history', (address, left) => {
  history.pushState({ of: 'the router' }, '', address);
  const entries = history.length;
  clearAddress();
  expect({ left: location.href.slice(location.origin.length), state: history.state as unknown, entries: history.length }).toEqual({
    left,
    state: { of: 'the router' },
    entries,
  });
});

test('a link that is opened where the page is shown already is watched for, until the flow ends; a host’s address never is', () => {
  const [add, remove] = [vi.spyOn(globalThis, 'addEventListener'), vi.spyOn(globalThis, 'removeEventListener')];
  watchLinks(resolveSetting({}, false))();
  expect(add).not.toHaveBeenCalled();
  watchLinks(hosted)();
  const [added] = add.mock.calls;
  expect(added?.[0]).toBe('hashchange');
  expect(remove.mock.calls).toEqual([added]);
});

/** Builds untrusted text: parts of real links, invalid parts, and mixtures. */
function strangersText(next: () => number): string {
  const parts = [
    'discount=true',
    '&',
    '=',
    'referrer',
    'pct',
    'selection',
    'token',
    'userId',
    '%',
    '%00',
    '%E2%82%AC',
    '€',
    '\u0000',
    '😀',
    '\ud800',
    'MjA=',
    'PRE2',
    '<script>',
    '-1',
    '1e9',
    ' ',
  ];
  return Array.from({ length: Math.floor(next() * 12) }, () =>
    next() < 0.7 ? parts[Math.floor(next() * parts.length)] : String.fromCharCode(Math.floor(next() * 0x1_00_00)).repeat(1 + Math.floor(next() * 90)),
  ).join('');
}

/** Mulberry32: the same numbers in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('the values of any link can be stored and sent', () => {
  const next = numbers(8);
  for (let i = 0; i < 1000; i++) {
    const [text, more] = [strangersText(next), strangersText(next)];
    const search = next() < 0.5 ? `?${text}` : `?discount=true&referrer=${text}&pct=${more}&selection=${text}`;
    const fragment = next() < 0.5 ? `#${more}` : `#userId=${text}&token=${more}`;
    const { discount, selectionCode, mailedToken } = readEntrance(hosted, search, fragment);
    const link = readInviteLink(hosted, search, fragment);
    // Headers accept these values; any other value would make every call fail.
    const headers = new Headers({ 'Referrer-Key': discount?.referrer ?? '', Authorization: `Bearer ${link?.token ?? mailedToken ?? ''}` });
    expect(headers.get('Referrer-Key')).toBe(discount?.referrer ?? '');
    expect(discount?.percentage ?? 0, search).toSatisfy((n: number) => Number.isInteger(n) && n >= 0 && n <= 100);
    expect(selectionCode ?? 'A1', search).toMatch(/^[A-Z]{1,12}\d$/);
    expect((link?.token ?? mailedToken ?? '').length + (link?.userId ?? '').length).toBeLessThanOrEqual(512 + 64);
  }
});
