// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { Quote } from '../../client/types.js';
import { FlowProvider, type SignupFlow } from '../../flow/flow.js';
import { openSession } from '../../session/session.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { start, step } from '../machine.js';
import { opening, quote } from '../samples.js';
import { createCheckout } from '../store.js';
import { Codes } from './Codes.js';
import { CheckoutProvider } from './useCheckout.js';

/** The box of an order with two subscription codes, masked by the server, and a coupon. */
async function show(change: Partial<Quote> = {}) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const i18n = await createI18n('en', ['frame', 'step', 'order']);
  const codes = { promoCodes: ['FLAT15'], paymentCodes: ['AAAA', 'BBBB'] };
  const keeper = openSession(undefined, 'test');
  keeper.set(codes);
  const [state] = step(start(false), { type: 'OPEN', opening: opening({ codes, quote: { ...quote({ codes: 2 }), ...change } }) });
  const flow = { keeper } as unknown as SignupFlow;
  const never = () => new Promise<never>(() => undefined);
  const checkout = createCheckout(state, flow, { loadProvider: never, loadPayment: never, loadVenmo: never, wait: never });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  Element.prototype.scrollIntoView = () => undefined;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const box = createElement(CheckoutProvider, { value: checkout }, createElement(Codes));
  act(() => root.render(createElement(SpokenContext, { value: i18n }, createElement(FlowProvider, { value: flow }, box))));
  return {
    shown: () => Array.from(place.querySelectorAll('.cj-code-item > span'), (item) => item.textContent?.trim()),
    /** Presses Remove beside the code. */
    remove: (code: string) => {
      const item = [...place.querySelectorAll('.cj-code-item')].find((each) => each.textContent?.includes(code));
      act(() => item?.querySelector('button')?.click());
    },
    hasCode: place.querySelector<HTMLInputElement>('[name="hasCode"], [data-field="hasCode"]'),
    kept: () => [keeper.get().paymentCodes, keeper.get().promoCodes],
    message: () => [...place.querySelectorAll('[role="status"]')].at(-1)?.textContent,
    end: () => {
      act(() => root.unmount());
      place.remove();
    },
  };
}

test.each([
  ['····-0', [['BBBB'], ['FLAT15']]],
  ['····-1', [['AAAA'], ['FLAT15']]],
  ['FLAT15', [['AAAA', 'BBBB'], []]],
])('Remove beside %s removes that one, of the order and of what a reload would bring back', async (code, left) => {
  const { shown, remove, kept, end } = await show();
  expect(shown()).toEqual(['····-0 Pays $10.00 of your order.', '····-1 Pays $10.00 of your order.', 'FLAT15']);
  remove(code);
  expect({ kept: kept(), isShown: shown().length === 2 }).toEqual({ kept: left, isShown: true });
  end();
});

test('removing a code is announced, and keeps the focus in the box', async () => {
  const { remove, message, end } = await show();
  expect(message()).toBe('Code applied');
  for (const code of ['FLAT15', '····-1', '····-0']) {
    remove(code);
    expect([document.activeElement?.getAttribute('name'), message()]).toEqual(['paymentCodes', `Code ${code} was removed.`]);
  }
  end();
});

test('each code shows its amount and the lost part', async () => {
  const { shown, end } = await show({
    paymentCodeDetails: [
      {
        code: '····-0',
        amount: '142.49',
        amountFormatted: '$142.49',
        worth: '149.99',
        worthFormatted: '$149.99',
        lost: '7.50',
        lostFormatted: '$7.50',
      },
      { code: '····-1', amount: '0.00', amountFormatted: '$0.00', worth: '149.99', worthFormatted: '$149.99' },
    ],
    couponDetail: { couponCode: 'FLAT15', description: '', discount: '15.00', discountFormatted: '$15.00' },
  });
  expect(shown()).toEqual([
    '····-0 Worth $149.99. It pays $142.49 here; the other $7.50 are lost, because a code can be used only once.',
    '····-1 Not needed: nothing is left for it to pay. It stays good for another time.',
    'FLAT15 Takes $15.00 off.',
  ]);
  end();
});

test('closing the box takes every code away', async () => {
  const { hasCode, shown, kept, end } = await show();
  act(() => hasCode?.click());
  expect({ shown: shown(), kept: kept() }).toEqual({ shown: [], kept: [[], []] });
  end();
});
