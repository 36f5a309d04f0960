import { expect, test, vi, type Mock } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { holdProvider } from './hold.js';
import { ProviderFailure, type CardForm, type CardFormOptions, type PaymentProvider } from './port.js';

const options = {} as CardFormOptions;

/** Providers that a test resolves in any order. */
function providers() {
  const loads: { resolve: (provider: PaymentProvider) => void; destroy: Mock<() => void> }[] = [];
  const held = holdProvider(() => new Promise<PaymentProvider>((resolve) => loads.push({ resolve, destroy: vi.fn<() => void>() })));
  const form = {} as CardForm;
  const arrive = (n: number) =>
    loads[n]?.resolve({ destroy: () => void loads[n]?.destroy(), cardForm: () => Promise.resolve(form) } as unknown as PaymentProvider);
  return { held, form, arrive, destroyed: () => loads.map(({ destroy }) => destroy.mock.calls.length) };
}

test('a provider that arrives after the screen was left is destroyed, and opens no card form', async () => {
  const { held, arrive, destroyed } = providers();
  const opened = held.open();
  const card = held.openCard(options);
  held.close();
  arrive(0);
  await Promise.all([opened, card].map((late) => expect(late).rejects.toThrow(ProviderFailure)));
  await expect(held.card()).rejects.toThrow(ProviderFailure);
  expect({ destroyed: destroyed(), provider: held.provider() }).toEqual({ destroyed: [1], provider: undefined });
});

test('another provider takes the place of the one before, loaded or not', async () => {
  const { held, arrive, destroyed } = providers();
  const late = expect(held.open()).rejects.toThrow(ProviderFailure);
  const second = held.open();
  arrive(1);
  arrive(0);
  await late;
  expect(held.provider()).toBe(await second);
  const third = held.open();
  arrive(2);
  await third;
  expect(destroyed()).toEqual([1, 1, 0]);
});

test('card fields that are mounted first wait for the provider', async () => {
  const { held, form, arrive } = providers();
  const card = held.openCard(options);
  void held.open();
  arrive(0);
  await expect(card).resolves.toBe(form);
  await expect(held.card()).resolves.toBe(form);
});

test.each(['is closed', 'is replaced'])('card fields that arrive after their provider %s are destroyed, and are not the form', async (how) => {
  const late = { destroy: vi.fn() };
  const fields = arrival<CardForm>();
  const held = holdProvider(() => Promise.resolve({ destroy: () => undefined, cardForm: () => fields.promise } as unknown as PaymentProvider));
  await held.open();
  const card = held.openCard(options);
  await Promise.resolve();
  if (how === 'is closed') held.close();
  else await held.open();
  fields.resolve(late as unknown as CardForm);
  await expect(card).rejects.toThrow(ProviderFailure);
  await expect(held.card()).rejects.toThrow(ProviderFailure);
  expect(late.destroy).toHaveBeenCalledOnce();
});
