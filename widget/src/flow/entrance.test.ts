// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readEntrance, readInviteLink } from './entrance.js';
import { resolveSetting } from './setting.js';

const hosted = resolveSetting({}, true);

test.each([
  ['a discount', `?discount=true&referrer=familylaw&pct=${btoa('20')}`, { discount: { referrer: 'familylaw', percentage: 20 } }],
  ['a percentage that is no number', '?discount=true&referrer=familylaw&pct=%%%', { discount: { referrer: 'familylaw', percentage: 0 } }],
  ['more than everything', `?discount=true&referrer=familylaw&pct=${btoa('120')}`, { discount: { referrer: 'familylaw', percentage: 0 } }],
  ['a referrer without the flag', '?referrer=familylaw', {}],
  ['a selection code', '?selection=pre2', { selectionCode: 'PRE2' }],
  ['a selection code that is none', '?selection=<script>', {}],
])('%s', (_name, search, want) => {
  expect(readEntrance(hosted, search, '')).toEqual(want);
});

test('a mailed credentials token comes by the fragment', () => {
  expect(readEntrance(hosted, '', '#token=abc')).toEqual({ mailedToken: 'abc' });
  expect(readEntrance(hosted, '', `#token=${'a'.repeat(600)}`)).toEqual({});
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
