// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { FlowProvider, type SignupFlow } from '../../flow/flow.js';
import { openSession } from '../../session/session.js';
import type { State } from './machine.js';
import { useProSignup, type ProSignup } from './useProSignup.js';
import { blankValues } from './values.js';

const values = blankValues({
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@example.com',
  phoneNumber: '2155550100',
  hearAboutUs: 'SEARCH_ENGINE',
  practiceName: 'Harbor Family Law',
  addressLine1: '1 Market Street',
  city: 'Austin',
  region: 'TX',
  postalCode: '78701',
  timezone: 'America/Chicago',
  roles: ['ATTORNEY'],
});

/** A filled form at a step; the test decides when its calls are answered. */
function show(state: State) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const calls: string[] = [];
  let answer: () => void = () => undefined;
  const POST = (path: string) => {
    calls.push(path);
    return new Promise((resolve) => (answer = () => resolve({ data: {}, response: new Response() })));
  };
  const keeper = openSession(undefined, 'tab');
  keeper.draft('pro', { place: { state, reached: 3 }, values });
  const quiet = { emit: () => undefined, lost: () => false, toast: () => undefined, track: () => undefined };
  const flow = { ...quiet, kind: 'signup', setting: {}, keeper, api: { client: { POST } } } as unknown as SignupFlow;
  let signup: ProSignup | undefined;
  const Screen = () => {
    signup = useProSignup();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(FlowProvider, { value: flow }, createElement(Screen))));
  return {
    calls,
    does: (what: (form: ProSignup) => void) => act(() => signup && what(signup)),
    answer: () => act(async () => answer()),
    state: () => signup?.place.state,
  };
}

const check = '/v2/professional/users/validator';
const create = '/v2/professional/users';

test('a step that is good leads on, and the third creates the account', async () => {
  const { calls, does, answer, state } = show('ONE');
  does(({ submit }) => submit(1, values));
  await answer();
  expect(state()).toBe('TWO');
  does(({ select }) => select(3));
  does(({ submit }) => submit(3, values));
  await answer();
  expect(state()).toBe('SUBMIT');
  await answer();
  expect({ calls, state: state() }).toEqual({ calls: [check, check, create], state: 'SUCCESS' });
});

test.each<[string, State, 1 | 3, ((form: ProSignup) => void)[], State]>([
  ['a dot', 'ONE', 1, [({ select }) => select(3)], 'THREE'],
  ['Back', 'THREE', 3, [({ back }) => back()], 'TWO'],
  ['Back, and forward again', 'THREE', 3, [({ back }) => back(), ({ select }) => select(3)], 'THREE'],
])('%s while a step is checked: its answer leads nowhere, and creates no account', async (_how, from, step, moves, to) => {
  const { calls, does, answer, state } = show(from);
  does(({ submit }) => submit(step, values));
  for (const move of moves) does(move);
  await answer();
  expect({ calls, state: state() }).toEqual({ calls: [check], state: to });
});

test('after a failure the account is created without another check', async () => {
  const { calls, does, answer, state } = show('ERROR');
  does(({ submit }) => submit(3, values));
  expect(state()).toBe('SUBMIT');
  await answer();
  expect({ calls, state: state() }).toEqual({ calls: [create], state: 'SUCCESS' });
});
