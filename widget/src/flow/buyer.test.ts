import { expect, test } from 'vitest';
import { LostAnswer, ValidationFailure } from '../client/failure.js';
import type { Api } from '../client/api.js';
import type { Registration, RegistrationInput } from '../client/types.js';
import { signupBuyer } from './buyer.js';
import { openSession } from '../session/session.js';

const registration = { signupId: 's1', routes: ['/step1', '/step2'] } as unknown as Registration;
const created = { signupId: 's1', registrationKey: 'secret', registration };

/** A parent's sign-up; the server answers each call with the next of `answers`. */
function buyer(...answers: (object | 'lost')[]) {
  const sent: { call: string; key: string; proof: string | undefined }[] = [];
  const answerOne =
    (method: string) => (path: string, options: { headers?: Record<string, string>; params?: { header?: Record<string, string> } }) => {
      const headers = { ...options.params?.header, ...options.headers };
      sent.push({ call: `${method} ${path}`, key: headers['Idempotency-Key'] ?? '', proof: headers['Registration-Key'] });
      const answer = answers.shift() ?? {};
      if (answer === 'lost') return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve(
        'validationErrors' in answer
          ? { error: answer, response: new Response(null, { status: 409 }) }
          : { data: answer, response: new Response(null, { status: 200 }) },
      );
    };
  const keeper = openSession(undefined, 'test');
  const api = {
    client: { GET: answerOne('GET'), PUT: answerOne('PUT'), POST: answerOne('POST') },
    query: {},
    analyzed: {},
    identified: {},
  } as unknown as Api;
  return { save: signupBuyer(api, keeper).save, sent, keeper };
}

const input: RegistrationInput = { sections: ['PARENT'], parent: { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com' } };
const keys = (sent: { key: string }[]) => sent.map(({ key }) => sent.findIndex((other) => other.key === key));

test('the first section begins a sign-up, every other one changes it, with its proof and a key of its own', async () => {
  const { save, sent, keeper } = buyer(created, { registration });
  await save(input);
  await save(input);
  expect(sent.map(({ call, proof }) => [call, proof])).toEqual([
    ['POST /v1/signups', undefined],
    ['PUT /v1/signups/{signupId}', 'secret'],
  ]);
  expect(keys(sent)).toEqual([0, 1]);
  expect(keeper.get()).toMatchObject({ signupId: 's1', registrationKey: 'secret', registration });
});

test('after a lost answer the same content is sent under the same key; after a refusal, or changed, under another', async () => {
  const refusal = { validationErrors: [{ field: 'parent.email', code: 'email_invalid', text: '' }] };
  const { save, sent, keeper } = buyer('lost', 'lost', refusal, 'lost', created);
  await expect(save(input)).rejects.toBeInstanceOf(LostAnswer);
  await expect(save(input)).rejects.toBeInstanceOf(LostAnswer);
  await expect(save(input)).rejects.toBeInstanceOf(ValidationFailure);
  expect(keeper.get().signupId).toBeUndefined();
  await expect(save(input)).rejects.toBeInstanceOf(LostAnswer);
  await save({ ...input, parentDuplicateConfirmed: true });
  expect(keys(sent)).toEqual([0, 0, 0, 3, 4]);
});

test('a duplicate is remembered by the name alone', () => {
  const { keeper } = buyer();
  keeper.set({
    registration: { ...registration, parent: { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com', phoneNumber: '1' } },
  });
  signupBuyer({ client: {} } as unknown as Api, keeper).keepDuplicate?.();
  expect(keeper.get().duplicate).toEqual({ who: 'parent', firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com' });
});
