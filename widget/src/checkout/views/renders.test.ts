// @vitest-environment jsdom
import { act, createElement, Profiler, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { FlowProvider, type SignupFlow } from '../../flow/flow.js';
import { Lookup } from '../../flow/lookupAnswers.js';
import { openSession } from '../../session/session.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { start, step } from '../machine.js';
import { opening, values } from '../samples.js';
import type { State } from '../state.js';
import { createCheckout } from '../store.js';
import { BillingStage } from './BillingStage.js';
import { MethodStage } from './MethodStage.js';
import { CheckoutProvider } from './useCheckout.js';

/** The parts of a React fiber that a count needs. */
interface Fiber {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** Counts React's rerendered components and commits through its developer tools hook. React looks for the hook when it loads. */
const counted = vi.hoisted(() => {
  const count = { components: 0, commits: 0 };
  const performedWork = 1;
  const visit = (fiber: Fiber | null): void => {
    for (let at = fiber; at; at = at.sibling) {
      // An unvisited fiber is the same object as in the commit before.
      if (at.child === at.alternate?.child && (at.flags & performedWork) === 0) continue;
      if (at.alternate && typeof at.type !== 'string' && at.type !== null && (at.flags & performedWork) !== 0) count.components += 1;
      visit(at.child);
    }
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
        count.commits += 1;
        visit(root.current);
      },
    },
  });
  return count;
});

const never = new Promise<never>(() => undefined);

/** Mounts both forms as while the method is shown, and counts each one's renders. */
async function draw() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined, removeEventListener: () => undefined }));
  const i18n = await createI18n('en', ['frame', 'step', 'order']);
  const keeper = openSession(undefined, 'test');
  const none = () => Promise.resolve([]);
  const flow = {
    keeper,
    language: 'en',
    lookup: new Lookup(),
    bootstrap: { addressCountries: [], payment: {} },
    buyer: { isInvited: false },
    api: { parentOptions: () => Promise.resolve({ referrals: [] }), countries: none, timeZones: none },
    fail: () => undefined,
  } as unknown as SignupFlow;
  let state: State = start(false);
  for (const event of [
    { type: 'OPEN', opening: opening() },
    { type: 'SUBMIT_BILLING', values: values('US') },
    { type: 'BILLING_SAVED', country: 'US' },
  ] as const)
    [state] = step(state, event);
  const outside = { loadProvider: () => never, loadPayment: () => never, loadVenmo: () => never, wait: () => never };
  const checkout = createCheckout(state, flow, outside);
  const drawn = { billing: 0, method: 0 };
  const watched = (id: keyof typeof drawn, child: ReactNode) => createElement(Profiler, { id, onRender: () => (drawn[id] += 1) }, child);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => {
    root.render(
      createElement(
        SpokenContext,
        { value: i18n },
        createElement(
          FlowProvider,
          { value: flow },
          createElement(
            CheckoutProvider,
            { value: checkout },
            watched('billing', createElement(BillingStage)),
            watched('method', createElement(MethodStage)),
          ),
        ),
      ),
    );
    await Promise.resolve();
  });
  // Wait for the box for codes.
  await act(() => vi.dynamicImportSettled());
  return { place, drawn, root };
}

/** Types ten letters, one by one, and returns each form's number of renders. */
async function typeInto(name: string) {
  const { place, drawn, root } = await draw();
  const field = place.querySelector<HTMLInputElement>(`[name="${name}"], [data-field="${name}"]`);
  if (!field) throw new Error(`no field ${name}`);
  const before = { ...drawn };
  Object.assign(counted, { components: 0, commits: 0 });
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let n = 1; n <= 10; n += 1) {
    await act(async () => {
      write?.call(field, 'abcdefghij'.slice(0, n));
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve();
    });
  }
  expect(field.value).toBe('abcdefghij');
  const counts = { billing: drawn.billing - before.billing, method: drawn.method - before.method, ...counted };
  act(() => root.unmount());
  return counts;
}

test('ten letters into City draw billing alone, and ten into the name on the card the method alone', async () => {
  const city = await typeInto('address.city');
  const card = await typeInto('cardHolderName');
  expect({ city: city.method, card: card.billing }).toEqual({ city: 0, card: 0 });
  expect(city.billing).toBeGreaterThanOrEqual(10);
  expect(card.method).toBeGreaterThanOrEqual(10);
});

test.each(['address.line1', 'address.city', 'address.postalCode', 'cardHolderName'])(
  'ten letters into %s draw that field, not its form',
  async (name) => {
    const { components, commits } = await typeInto(name);
    // A field is four or five components, its whole form about fifty.
    expect(components).toBeGreaterThanOrEqual(10);
    expect(components).toBeLessThanOrEqual(60);
    expect(commits).toBeLessThanOrEqual(11);
  },
);
