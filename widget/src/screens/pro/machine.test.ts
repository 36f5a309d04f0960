import { describe, expect, test } from 'vitest';
import { canSelect, move, restored, select, start, table, type Move, type Place, type State, type Step } from './machine.js';

const states = Object.keys(table) as State[];
const moves: readonly Move[] = ['forward', 'back', 'success', 'failure'];
const steps: readonly Step[] = [1, 2, 3];

test('the table is the specification’s', () => {
  const outcome = Object.fromEntries(
    states.map((state) => [state, Object.fromEntries(moves.map((how) => [how, move({ state, reached: 3 }, how).state]))]),
  );
  const stay = (state: State) => ({ forward: state, back: state, success: state, failure: state });
  expect(outcome).toEqual({
    ONE: { ...stay('ONE'), forward: 'TWO' },
    TWO: { ...stay('TWO'), forward: 'THREE', back: 'ONE' },
    THREE: { ...stay('THREE'), forward: 'SUBMIT', back: 'TWO' },
    SUBMIT: { ...stay('SUBMIT'), success: 'SUCCESS', failure: 'ERROR' },
    ERROR: { ...stay('ERROR'), forward: 'SUBMIT', back: 'TWO' },
    SUCCESS: stay('SUCCESS'),
  });
});

test('a failed sign-up is tried again until it works', () => {
  const way: Move[] = ['forward', 'forward', 'forward', 'failure', 'back', 'forward', 'forward', 'failure', 'forward', 'success'];
  let place = start;
  const seen = way.map((how) => (place = move(place, how)).state);
  expect(seen).toEqual(['TWO', 'THREE', 'SUBMIT', 'ERROR', 'TWO', 'THREE', 'SUBMIT', 'ERROR', 'SUBMIT', 'SUCCESS']);
});

test('steps are reached one after the other, and stay reached on the way back', () => {
  let place = start;
  const reached = (['forward', 'back', 'forward', 'forward', 'back', 'back'] as const).map((how) => (place = move(place, how)).reached);
  expect(reached).toEqual([2, 2, 2, 3, 3, 3]);
});

describe('dots', () => {
  const open = (place: Place, last: Step = 3) => steps.filter((step) => canSelect(place, step, last));

  test.each<[State, Step, Step[]]>([
    ['ONE', 1, []],
    ['ONE', 2, [2]],
    ['TWO', 2, [1]],
    ['TWO', 3, [1, 3]],
    ['THREE', 3, [1, 2]],
    ['ERROR', 3, [1, 2]],
    ['SUBMIT', 3, []],
    ['SUCCESS', 3, []],
  ])('in %s with step %d reached they lead to %j', (state, reached, want) => {
    expect(open({ state, reached })).toEqual(want);
  });

  test('no dot leads beyond a step that isn’t complete any more', () => {
    expect(open({ state: 'ONE', reached: 3 }, 2)).toEqual([2]);
    expect(open({ state: 'TWO', reached: 3 }, 2)).toEqual([1]);
  });

  test('a dot that leads nowhere changes nothing', () => {
    const place: Place = { state: 'SUBMIT', reached: 3 };
    expect(select(place, 1, 3)).toBe(place);
    expect(select({ state: 'ERROR', reached: 3 }, 2, 3)).toEqual({ state: 'TWO', reached: 3 });
  });
});

describe('after a reload', () => {
  test.each(states.filter((state) => state !== 'SUBMIT'))('%s is where it was', (state) => {
    expect(restored({ state, reached: 3 })).toEqual({ state, reached: 3 });
  });

  test('an unfinished request can be sent again', () => {
    expect(restored({ state: 'SUBMIT', reached: 3 })).toEqual({ state: 'THREE', reached: 3 });
  });

  test.each([undefined, null, 'ONE', {}, { state: 'FOUR', reached: 1 }, { state: 'toString', reached: 1 }, { state: 'TWO', reached: 9 }])(
    '%j starts over',
    (kept) => {
      expect(restored(kept)).toEqual(start);
    },
  );

  test('the step that is shown has been reached', () => {
    expect(restored({ state: 'THREE', reached: 1 })).toEqual({ state: 'THREE', reached: 3 });
  });
});
