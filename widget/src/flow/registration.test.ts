// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ValidationFailure } from '../client/failure.js';
import { FlowProvider, type SignupFlow } from './flow.js';
import { useDuplicates } from './registration.js';
import { openSession } from '../session/session.js';

const violation = (field: string) => ({ field, code: 'x', text: 'x' });
const maya = { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com' };

/** The hook in the test's own sign-up. */
function open() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const keeper = openSession(undefined, 'k');
  const go = vi.fn();
  let hook: ReturnType<typeof useDuplicates> | undefined;
  const Screen = () => {
    hook = useDuplicates('coParent');
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(FlowProvider, { value: { kind: 'signup', keeper, go } as unknown as SignupFlow }, createElement(Screen))));
  const answers: (readonly string[])[] = [];
  const confirmed: boolean[] = [];
  /** Saves a person; the server's answer has violations of these fields, or is a success. */
  const save = (person: typeof maya, ...fields: string[]) =>
    act(async () => {
      const onward = await hook
        ?.save(person, (isConfirmed) => {
          confirmed.push(isConfirmed);
          return fields.length > 0 ? Promise.reject(new ValidationFailure(fields.map(violation))) : Promise.resolve();
        })
        .catch((error: unknown) => {
          answers.push((error as ValidationFailure).violations.map(({ field }) => field));
        });
      onward?.();
    });
  return { keeper, go, save, answers, confirmed, isSuspected: () => hook?.isSuspected };
}

test('a suspected duplicate is confirmed by another press about the same person, and by no other', async () => {
  const { save, answers, confirmed, isSuspected } = open();
  await save(maya, 'coParent.duplicateWarning', 'coParent.email');
  expect({ answers, isSuspected: isSuspected() }).toEqual({ answers: [['coParent.email']], isSuspected: true });
  await save({ ...maya, firstName: 'Ida' }, 'coParent.duplicateWarning');
  await save({ ...maya, firstName: 'Ida' });
  expect(confirmed).toEqual([false, false, true]);
});

test('a certain duplicate is explained on its screen', async () => {
  const { keeper, go, save, answers, isSuspected } = open();
  await save(maya, 'coParent.duplicate');
  expect({ calls: go.mock.calls, about: keeper.get().duplicate, answers, isSuspected: isSuspected() }).toEqual({
    calls: [['/duplicate']],
    about: { who: 'coParent', ...maya },
    answers: [],
    isSuspected: false,
  });
});
