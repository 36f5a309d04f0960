// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { LostAnswer, Problem, ValidationFailure } from '../client/failure.js';
import type { Quote } from '../client/types.js';
import type { PricedOrder } from './buyer.js';
import { FlowProvider, type SignupFlow } from './flow.js';
import { useQuote, type QuoteState } from './quote.js';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

const priceOf = (total: string, taxesCalculated = false) =>
  ({ totals: { total, taxAmount: '0.07', currencyCode: 'USD' }, taxesCalculated }) as unknown as Quote;

/** A screen with a price. Every request waits until the test answers it. */
function show() {
  const requests: { order: PricedOrder; signal: AbortSignal | undefined; resolve: (quote: Quote) => void; reject: (error: unknown) => void }[] = [];
  const emitted: unknown[] = [];
  const buyer = {
    quote: (order: PricedOrder, signal?: AbortSignal) => new Promise<Quote>((resolve, reject) => requests.push({ order, signal, resolve, reject })),
  };
  const emit = (...event: unknown[]) => emitted.push(event);
  const lost = (error: unknown) => error instanceof Problem && error.status === 410;
  let state: QuoteState | undefined;
  const Screen = ({ order }: { order: PricedOrder | undefined }) => {
    state = useQuote(order);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const draw = (packageId?: number, language = 'en') => {
    const flow = { buyer, emit, lost, language } as unknown as SignupFlow;
    const order = packageId === undefined ? undefined : { orderDetail: { packageId } };
    act(() => root.render(createElement(FlowProvider, { value: flow }, createElement(Screen, { order }))));
  };
  return {
    requests,
    emitted,
    draw,
    answer: (n: number, total: string, isTaxed?: boolean) => act(async () => requests[n]?.resolve(priceOf(total, isTaxed))),
    fail: (n: number, error: unknown) => act(async () => requests[n]?.reject(error)),
    now: () => ({ total: state?.quote?.totals.total, isLoading: state?.isLoading, violations: state?.violations, error: state?.error }),
    leave: () => act(() => root.unmount()),
  };
}

const calm = { isLoading: false, violations: [], error: undefined };

test('no order has no price, and another order another one: the last question counts, however late the first is answered', async () => {
  const { requests, emitted, draw, answer, now } = show();
  draw();
  expect(requests).toHaveLength(0);
  draw(1);
  draw(2);
  expect(requests.map(({ order, signal }) => [order.orderDetail?.packageId, signal?.aborted])).toEqual([
    [1, true],
    [2, false],
  ]);
  await answer(1, '2.00');
  await answer(0, '1.00');
  expect({ now: now(), emitted }).toEqual({
    now: { ...calm, total: '2.00' },
    emitted: [['quote', { total: '2.00', currency: 'USD', packageId: 2 }]],
  });
});

test('the price that is shown stays while the next one is on its way, or can’t be had', async () => {
  const { draw, answer, fail, now } = show();
  draw(1);
  await answer(0, '1.00');
  draw(2);
  expect(now()).toEqual({ ...calm, total: '1.00', isLoading: true });
  const lost = new LostAnswer();
  await fail(1, lost);
  expect(now()).toEqual({ ...calm, total: '1.00', error: lost });
  draw(3);
  expect(now()).toEqual({ ...calm, total: '1.00', isLoading: true });
  const violations = [{ field: 'promoCodes', code: 'coupon_invalid', text: '' }];
  await fail(2, new ValidationFailure(violations));
  expect(now()).toEqual({ ...calm, total: '1.00', violations });
});

test('the same order isn’t priced twice, except in another language', async () => {
  const { requests, draw } = show();
  draw(1);
  draw(1);
  expect(requests).toHaveLength(1);
  draw(1, 'es');
  expect(requests).toHaveLength(2);
});

test('a response after leaving the screen, or for a lost sign-up, shows nothing', async () => {
  const { requests, emitted, draw, answer, fail, leave, now } = show();
  draw(1);
  await fail(0, new Problem(410, 'registration_expired'));
  expect(now().error).toBeUndefined();
  draw(2);
  leave();
  await answer(1, '2.00');
  expect({ emitted, isAborted: requests[1]?.signal?.aborted }).toEqual({ emitted: [], isAborted: true });
});

test('the tax is reported once calculated', async () => {
  const { emitted, draw, answer } = show();
  draw(1);
  await answer(0, '1.00');
  draw(2);
  await answer(1, '1.07', true);
  expect(emitted).toEqual([
    ['quote', { total: '1.00', currency: 'USD', packageId: 1 }],
    ['quote', { total: '1.07', tax: '0.07', currency: 'USD', packageId: 2 }],
  ]);
});
