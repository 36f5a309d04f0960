import { describe, expect, test } from 'vitest';
import type { AccountPage, Receipt, Session } from '../../client/types.js';
import { start, step, type Event, type Ready, type State } from './machine.js';

const subscription = (id: string): AccountPage['subscriptions'][number] => ({
  id,
  state: 'active',
  isOwn: id === 's1',
  packageName: 'Essential, 1 year',
  years: 1,
  startsAt: '2026-06-02T09:30:00Z',
  endsAt: '2027-06-02T04:00:00Z',
  endsOn: '2027-06-02',
  renews: true,
  renewal: { price: '149.99', priceFormatted: '$149.99', currency: 'USD', taxIncluded: false },
});
const page: AccountPage = {
  userId: 'u1',
  firstName: 'Ana',
  lastName: 'Diaz',
  email: 'ana@example.com',
  locale: 'en-US',
  subscriptions: [subscription('s1'), subscription('s2')],
  receipts: [],
  family: [],
};
const coParent = {
  firstName: 'Ben',
  lastName: 'Diaz',
  state: 'open' as const,
  invitedAt: '2026-06-02T09:30:00Z',
  expiresAt: '2026-06-16T09:30:00Z',
  resendable: true,
};
const receipt = { receiptId: 'r1' } as Receipt;
const trouble = { message: { code: 'offline_message' } };
const ready: Ready = { name: 'ready', page };

/** Sends events, and returns the last state with every effect. */
function walk(state: State, ...events: Event[]) {
  const effects: unknown[] = [];
  for (const event of events) {
    const [next, ...made] = step(state, event);
    state = next;
    effects.push(...made);
  }
  return { state, effects };
}

test('a page that failed to load is requested again', () => {
  const { state, effects } = walk(start, { type: 'LOAD_FAILED', trouble }, { type: 'CANCEL' }, { type: 'RETRY' }, { type: 'LOADED', page });
  expect({ state, effects }).toEqual({ state: ready, effects: [{ do: 'load' }, { do: 'sessions' }] });
});

test('cancelling takes a question and an answer, is sent once, and ends that renewal alone', () => {
  const cancel: Event = { type: 'CANCEL' };
  expect(walk(ready, cancel)).toEqual({ state: ready, effects: [] });
  const cancelling = walk(ready, { type: 'ASK_CANCEL', id: 's1' }, cancel, cancel, { type: 'KEEP' });
  expect(cancelling).toEqual({ state: { ...ready, toCancel: 's1', busy: 'cancel' }, effects: [{ do: 'cancel', id: 's1' }] });
  const { state } = walk(cancelling.state, { type: 'CANCELLED', id: 's1', cancelledAt: '2026-07-01T00:00:00Z' });
  const { renewal: _, ...kept } = subscription('s1');
  expect(state).toEqual({
    name: 'ready',
    page: { ...page, subscriptions: [{ ...kept, renews: false, cancelledAt: '2026-07-01T00:00:00Z' }, subscription('s2')] },
    done: { cancelled: 's1' },
  });
});

test('a failed cancellation shows its error in the dialog, which can be closed', () => {
  const failed = walk(ready, { type: 'ASK_CANCEL', id: 's1' }, { type: 'CANCEL' }, { type: 'FAILED', task: 'cancel', trouble }).state;
  expect(failed).toEqual({ ...ready, toCancel: 's1', busy: undefined, failed: { task: 'cancel', ...trouble } });
  expect(walk(failed, { type: 'KEEP' }).state).toEqual(ready);
});

test('one thing is done at a time; the next one takes the last word’s place', () => {
  const sending = walk(ready, { type: 'SEND' }, { type: 'LEAVE' }, { type: 'ASK_CANCEL', id: 's1' });
  expect(sending).toEqual({ state: { ...ready, busy: 'send' }, effects: [{ do: 'send' }] });
  const sent = walk(sending.state, { type: 'SENT', coParent }).state;
  expect(sent).toEqual({ ...ready, page: { ...page, coParent }, hasNewLink: true, done: { sent: true } });
  // The message that it was sent is gone, and the date of the link before stays hidden.
  expect(walk(sent, { type: 'LEAVE' })).toEqual({
    state: { ...ready, page: { ...page, coParent }, hasNewLink: true, busy: 'leave' },
    effects: [{ do: 'leave' }],
  });
});

describe('logins', () => {
  const login = (sessionId: string, current = false): Session => ({ sessionId, kind: 'browser', createdAt: '', expiresAt: '', current });
  const sessions = [login('l1', true), login('l2'), login('l3')];
  const known: Ready = { ...ready, sessions };

  test('that failed to load are requested again', () => {
    const failed = walk(ready, { type: 'SESSIONS_FAILED', trouble }).state;
    expect(failed).toEqual({ ...ready, sessions: trouble });
    expect(walk(failed, { type: 'RETRY_SESSIONS' }, { type: 'SESSIONS', sessions })).toEqual({ state: known, effects: [{ do: 'sessions' }] });
  });

  test('are ended one at a time, or all but this one', () => {
    const ending = walk(known, { type: 'END', id: 'l2' }, { type: 'END', id: 'l3' });
    expect(ending).toEqual({ state: { ...known, busy: 'end' }, effects: [{ do: 'end', id: 'l2' }] });
    expect(walk(ending.state, { type: 'ENDED', id: 'l2' }).state).toEqual({
      ...known,
      sessions: [login('l1', true), login('l3')],
      done: { ended: 'one' },
    });
    const others = walk(known, { type: 'END' }, { type: 'ENDED' });
    expect(others).toEqual({ state: { ...known, sessions: [login('l1', true)], done: { ended: 'others' } }, effects: [{ do: 'end' }] });
  });

  test('stay in the list where ending one failed', () => {
    const failed = walk(known, { type: 'END', id: 'l2' }, { type: 'FAILED', task: 'end', trouble }).state;
    expect(failed).toEqual({ ...known, failed: { task: 'end', ...trouble } });
  });
});

describe('a receipt’s file', () => {
  const holder: Ready = {
    ...ready,
    page: {
      ...page,
      receipts: [{ receiptId: 'r1', paidAt: '2026-06-02T09:30:00Z', paidOn: '2026-06-02', packageName: 'Essential', totalFormatted: '$158.99' }],
    },
  };
  const saving: Ready = { ...holder, busy: 'save', file: 'r1' };
  const save: Event = { type: 'SAVE', id: 'r1' };

  test('is requested once, for a receipt on the page', () => {
    expect(walk(holder, { type: 'SAVE', id: 'r2' }, save, save, { type: 'SEND' })).toEqual({
      state: saving,
      effects: [{ do: 'save', id: 'r1', paidOn: '2026-06-02' }],
    });
    expect(walk(saving, { type: 'SAVED' }).state).toEqual(holder);
  });

  test('of a credit note differs from the receipt’s', () => {
    expect(walk(holder, { type: 'SAVE', id: 'r1', note: 'C-2026-000001' })).toEqual({
      state: { ...saving, file: 'C-2026-000001' },
      effects: [{ do: 'save', id: 'r1', note: 'C-2026-000001', paidOn: '2026-06-02' }],
    });
  });

  test('that failed to load shows an error beside its receipt, until the next action', () => {
    const failed = walk(saving, { type: 'FAILED', task: 'save', trouble }).state;
    expect(failed).toEqual({ ...holder, file: 'r1', failed: { task: 'save', ...trouble } });
    expect(walk(failed, save)).toEqual({ state: saving, effects: [{ do: 'save', id: 'r1', paidOn: '2026-06-02' }] });
    expect(walk(failed, { type: 'ASK_CANCEL', id: 's1' }).state).toEqual({ ...holder, toCancel: 's1' });
  });
});

describe('a receipt', () => {
  const opening: Event = { type: 'AT_RECEIPT', id: 'r1' };
  test('is opened by the history, once, and closed by it', () => {
    const opened = walk(ready, opening, opening, { type: 'RECEIPT', receipt });
    expect(opened).toEqual({ state: { ...ready, opened: { id: 'r1', receipt } }, effects: [{ do: 'openReceipt', id: 'r1' }] });
    expect(walk(opened.state, { type: 'AT_RECEIPT', id: undefined }).state).toEqual(ready);
  });

  test('that comes too late, or of another, isn’t shown', () => {
    expect(walk(ready, { type: 'RECEIPT', receipt }).state).toEqual(ready);
    expect(walk(ready, { type: 'AT_RECEIPT', id: 'r2' }, { type: 'RECEIPT', receipt }).state).toEqual({ ...ready, opened: { id: 'r2' } });
  });

  test('that failed to load is requested again', () => {
    const { state, effects } = walk(ready, opening, { type: 'RECEIPT_FAILED', id: 'r1', trouble }, { type: 'RETRY' });
    expect({ state, effects: effects.length }).toEqual({ state: { ...ready, opened: { id: 'r1' } }, effects: 2 });
  });
});
