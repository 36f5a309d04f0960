import { expect, test } from 'vitest';
import { LostAnswer, Problem } from '../../../client/failure.js';
import { failedLogin, refusalOf } from './refusal.js';

test('an answer without a token is a refusal', () => {
  expect([refusalOf({ redirect: '/login?login_error=1' }), refusalOf({ redirect: '/', auth: 'token', userId: 'u' })]).toEqual([
    { reason: 'wrong' },
    undefined,
  ]);
});

test.each([
  [new Problem(429, 'too_many_tries', 42), { reason: 'wait', seconds: 42 }],
  [new Problem(429, 'too_many_tries'), { reason: 'failed', message: { code: 'too_many_tries', text: undefined } }],
  [new Problem(503, 'saturated', 1), { reason: 'failed', message: { code: 'saturated', text: undefined } }],
  [new LostAnswer(), { reason: 'failed', message: { code: 'offline_message' } }],
  [new TypeError('bug'), { reason: 'failed', message: { code: 'unexpected_error' } }],
])('a call that fails: %s', (error, refusal) => {
  expect(failedLogin(error)).toEqual(refusal);
});
