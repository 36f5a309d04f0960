// @vitest-environment jsdom
import { act, createElement, type FunctionComponent } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ValidationFailure } from '../client/failure.js';
import type { Quote } from '../client/types.js';
import { createI18n } from '../i18n/i18n.js';
import { SpokenContext } from '../i18n/spoken.js';
import type { TextSource } from '../i18n/language.js';
import { FlowProvider, type SignupFlow } from '../flow/flow.js';
import { useStepForm, useSummary, type Fault } from './form.js';
import { useLookup } from '../flow/lookup.js';
import { Lookup } from '../flow/lookupAnswers.js';
import { useQuote } from '../flow/quote.js';

const i18n = await createI18n('en', ['frame', 'step', 'order']);
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

/** Draws a component within a flow, waits for its effects, and returns its output. */
async function draw<P extends object>(component: FunctionComponent<P>, props: P, flow: object = {}): Promise<unknown> {
  const inside = createElement(FlowProvider, { value: flow as SignupFlow }, createElement(component, props));
  await act(async () => {
    root.render(createElement(SpokenContext, { value: i18n }, inside));
    await Promise.resolve();
  });
  return rendered();
}
const rendered = (): unknown => JSON.parse(place.querySelector('output')?.textContent ?? '');
const press = () =>
  act(async () => {
    place.querySelector('button')?.click();
    await Promise.resolve();
  });
const drawn = (state: object, onClick?: () => void) =>
  createElement('div', undefined, createElement('output', undefined, JSON.stringify(state)), createElement('button', { onClick }));

/** A call that the test answers in any order. */
function calls<T>() {
  const requests: { input: unknown; signal?: AbortSignal; resolve: (answer: T) => void; reject: (error: unknown) => void }[] = [];
  const call = (input?: unknown, signal?: AbortSignal) =>
    new Promise<T>((resolve, reject) => requests.push({ input, ...(signal && { signal }), resolve, reject }));
  return { requests, call, answer: (n: number, answer: T) => act(() => Promise.resolve(requests[n]?.resolve(answer))) };
}

function LookedUp({ question, load }: { question?: string; load: () => Promise<string> }) {
  const { retry, ...state } = useLookup(question, load);
  return drawn(state, retry);
}

test('a failed look-up reports once, and is requested again on retry', async () => {
  const { requests, call, answer } = calls<string>();
  const fail = vi.fn();
  const flow = { lookup: new Lookup(), language: 'en' as TextSource, fail };
  const loading = { isLoading: true, failed: false };
  await expect(draw(LookedUp, { load: call }, flow)).resolves.toEqual({ isLoading: false, failed: false });
  await expect(draw(LookedUp, { question: 'zones', load: call }, flow)).resolves.toEqual(loading);
  const error = new Error('503');
  await act(() => Promise.resolve(requests[0]?.reject(error)));
  // Another function, or another flow in the same language, loads nothing.
  await expect(draw(LookedUp, { question: 'zones', load: () => call() }, { ...flow, fail: vi.fn() })).resolves.toEqual({
    isLoading: false,
    failed: true,
  });
  expect(fail.mock.calls).toEqual([[error]]);
  await press();
  expect({ rendered: rendered(), requests: requests.length }).toEqual({ rendered: loading, requests: 2 });
  await answer(1, 'answered');
  expect(rendered()).toEqual({ data: 'answered', isLoading: false, failed: false });
  // The second press also repeats the answered look-up; its answer is gone meanwhile.
  await press();
  expect({ rendered: rendered(), requests: requests.length }).toEqual({ rendered: loading, requests: 3 });
});

test('the answer in the last language stands until the one in the new language is there; that of another question does not', async () => {
  const { call, answer } = calls<string>();
  const flow = { lookup: new Lookup(), language: 'en' as TextSource, fail: vi.fn() };
  await draw(LookedUp, { question: 'zones', load: call }, flow);
  await answer(0, 'English');
  const props = { question: 'zones', load: call };
  await expect(draw(LookedUp, props, { ...flow, language: 'es' })).resolves.toEqual({ data: 'English', isLoading: true, failed: false });
  await answer(1, 'Spanish');
  expect(rendered()).toEqual({ data: 'Spanish', isLoading: false, failed: false });
  await expect(draw(LookedUp, { question: 'regions', load: call }, { ...flow, language: 'es' })).resolves.toEqual({ isLoading: true, failed: false });
});

type Order = Parameters<typeof useQuote>[0];

function Priced({ order }: { order?: Order }) {
  const { quote, error, ...state } = useQuote(order);
  return drawn({ total: quote?.totals.total, error: error instanceof Error ? error.message : undefined, ...state });
}

const quoteOf = (total: string) => ({ totals: { total, currencyCode: 'USD' } }) as Quote;
const orderOf = (packageId: number): Order => ({ orderDetail: { packageId }, payForCoparent: false });

test('a price stays while the next is on its way, and an answer that comes too late changes nothing', async () => {
  const { requests, call, answer } = calls<Quote>();
  const emit = vi.fn();
  const flow = { buyer: { quote: call }, emit, lost: () => false, language: 'en' };
  await expect(draw(Priced, {}, flow)).resolves.toEqual({ isLoading: false, violations: [] });
  await expect(draw(Priced, { order: orderOf(1) }, flow)).resolves.toEqual({ isLoading: true, violations: [] });
  await answer(0, quoteOf('10.00'));
  expect(rendered()).toEqual({ total: '10.00', isLoading: false, violations: [] });
  // The same order in another object, in another flow of the same language, has the same price.
  await draw(Priced, { order: orderOf(1) }, { ...flow, lost: () => false });
  expect(requests.length).toBe(1);
  await draw(Priced, { order: orderOf(2) }, flow);
  await expect(draw(Priced, { order: orderOf(3) }, flow)).resolves.toEqual({ total: '10.00', isLoading: true, violations: [] });
  expect(requests.slice(1).map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  await answer(1, quoteOf('20.00'));
  expect(rendered()).toEqual({ total: '10.00', isLoading: true, violations: [] });
  await answer(2, quoteOf('30.00'));
  expect(rendered()).toEqual({ total: '30.00', isLoading: false, violations: [] });
  // A price's texts are in one language.
  await expect(draw(Priced, { order: orderOf(3) }, { ...flow, language: 'es' })).resolves.toEqual({
    total: '30.00',
    isLoading: true,
    violations: [],
  });
  await answer(3, quoteOf('30.00'));
  expect(emit.mock.calls.map(([, detail]) => detail as unknown)).toEqual([
    { total: '10.00', currency: 'USD', packageId: 1 },
    { total: '30.00', currency: 'USD', packageId: 3 },
    { total: '30.00', currency: 'USD', packageId: 3 },
  ]);
});

test('code errors stay until the next price, and a failure until the next request', async () => {
  const { requests, call, answer } = calls<Quote>();
  const flow = { buyer: { quote: call }, emit: vi.fn(), lost: (error: unknown) => error === 'lost', language: 'en' };
  const violations = [{ field: 'promoCodes', code: 'unknown' }] as unknown as ValidationFailure['violations'];
  const refuse = (n: number, error: unknown) => act(() => Promise.resolve(requests[n]?.reject(error)));
  await draw(Priced, { order: orderOf(1) }, flow);
  await refuse(0, new ValidationFailure(violations));
  expect(rendered()).toEqual({ isLoading: false, violations });
  await draw(Priced, { order: orderOf(2) }, flow);
  await refuse(1, new Error('503'));
  expect(rendered()).toEqual({ isLoading: false, violations, error: '503' });
  await expect(draw(Priced, { order: orderOf(3) }, flow)).resolves.toEqual({ isLoading: true, violations });
  await answer(2, quoteOf('10.00'));
  expect(rendered()).toEqual({ total: '10.00', isLoading: false, violations: [] });
  // A lost sign-up leads elsewhere: its price shows no message.
  await draw(Priced, { order: orderOf(4) }, flow);
  await refuse(3, 'lost');
  expect(rendered()).toEqual({ total: '10.00', isLoading: true, violations: [] });
});

const noValues = { zone: 'Etc/UTC' };

function Checked({ check }: { check: (values: typeof noValues) => readonly Fault[] }) {
  const form = useStepForm({ values: noValues, check, isBusy: false, onSubmit: () => undefined });
  return drawn({ wrong: useSummary(form).map(({ field }) => field), attempt: form.attempt }, form.onSubmit);
}

test('a loaded list clears errors caused by its absence, after Continue', async () => {
  const faults: Fault[] = [{ field: 'zone', code: 'required' }];
  const without = () => faults;
  const none = () => [];
  await expect(draw(Checked, { check: without })).resolves.toEqual({ wrong: [], attempt: 0 });
  // Before Continue a list shows no faults, whatever its content.
  await expect(draw(Checked, { check: () => faults })).resolves.toEqual({ wrong: [], attempt: 0 });
  await press();
  expect(rendered()).toEqual({ wrong: ['zone'], attempt: 1 });
  await expect(draw(Checked, { check: none })).resolves.toEqual({ wrong: [], attempt: 1 });
  await expect(draw(Checked, { check: without })).resolves.toEqual({ wrong: ['zone'], attempt: 1 });
});
