// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { paidOf } from '../../../fake/receipt.js';
import type { PaymentAnswer } from '../../client/types.js';
import { FlowProvider, type SignupFlow } from '../../flow/flow.js';
import { usePaidNow } from './usePaidNow.js';

const kept = paidOf('en');
const now = paidOf('en', { paymentType: 'PAYPAL' });
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

/** The receipt of a payment that the tab has kept. */
function open(paid: PaymentAnswer | undefined = kept, hasMoved = false) {
  const answer = arrival<PaymentAnswer>();
  const fetchPayment = vi.fn(() => answer.promise);
  let shown: ReturnType<typeof usePaidNow>;
  function Screen({ payment }: { payment: PaymentAnswer | undefined }) {
    shown = usePaidNow(payment, fetchPayment);
    return null;
  }
  const flow = { kind: 'signup', hasMoved: () => hasMoved } as unknown as SignupFlow;
  const draw = () => act(() => root.render(createElement(FlowProvider, { value: flow }, createElement(Screen, { payment: paid }))));
  draw();
  return {
    draw,
    fetchPayment,
    shown: () => shown,
    answer: (given: PaymentAnswer) => act(async () => answer.resolve(given)),
    lose: () => act(async () => answer.reject(new Error('offline'))),
  };
}

test('after a reload the server’s method of the payment is shown', async () => {
  const { shown, answer, draw, fetchPayment } = open();
  expect(shown()).toBeUndefined();
  await answer(now);
  draw();
  expect([shown(), fetchPayment.mock.calls.length]).toEqual([{ paid: now }, 1]);
});

test('an answer without its receipt, or none, leaves the kept payment', async () => {
  const without = open();
  await without.answer({ status: 'accepted' });
  expect(without.shown()).toEqual({ paid: kept });
  act(() => root.unmount());
  root = createRoot(document.createElement('div'));
  const lost = open();
  await lost.lose();
  expect(lost.shown()).toEqual({ paid: kept });
});

test('a payment that was just made, or is missing, isn’t loaded', () => {
  const made = open(kept, true);
  expect([made.shown(), made.fetchPayment.mock.calls.length]).toEqual([{ paid: kept }, 0]);
});
