// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { Problem } from '../../client/failure.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { emptyField, ProviderFailure, type CardField, type CardFieldState, type CardForm, type CardFormOptions } from '../providers/port.js';
import { HostedCard, type HostedCardProps } from './HostedCard.js';

// Reading styles takes jsdom most of a second.
vi.mock('../../theme/hostedStyle.js', () => ({ readHostedStyle: () => ({}) }));

const languages = { en: await createI18n('en'), es: await createI18n('es') };
const valid: CardFieldState = { ...emptyField, isValid: true, isTouched: true };
const fields = ['number', 'expirationDate', 'cvv'] as const;

let place: HTMLElement;
let root: Root;
/** Called when the browser's color scheme changes. */
let schemes: Set<() => void>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  schemes = new Set();
  vi.stubGlobal('matchMedia', () => ({
    addEventListener: (_: string, listener: () => void) => schemes.add(listener),
    removeEventListener: (_: string, listener: () => void) => schemes.delete(listener),
  }));
  place = document.body.appendChild(document.createElement('form'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

/** Draws the fields, which the test lets arrive. */
function draw(given: Partial<HostedCardProps> = {}) {
  const loading = arrival<CardForm>();
  const form = { focus: vi.fn(), restyle: vi.fn(), destroy: vi.fn() };
  const opened: CardFormOptions[] = [];
  const heard: unknown[] = [];
  const base: HostedCardProps = {
    openCard: (options) => (opened.push(options), loading.promise),
    refused: [],
    name: null,
    onChanged: (field) => void heard.push(field),
    onValidity: (isValid) => void heard.push(isValid),
    onRetry: () => void heard.push('retry'),
    ...given,
  };
  const show = (change: Partial<HostedCardProps> = {}, language: keyof typeof languages = 'en') =>
    act(() => root.render(createElement(SpokenContext, { value: languages[language] }, createElement(HostedCard, { ...base, ...change }))));
  show();
  const options = () => {
    const [first] = opened;
    if (!first) throw new Error('not opened');
    return first;
  };
  return {
    show,
    opened,
    options,
    heard,
    form,
    say: (field: CardField, state: Partial<CardFieldState>, type?: string) => act(() => options().onChange(field, { ...emptyField, ...state }, type)),
    arrive: () =>
      act(async () => {
        loading.resolve(form as unknown as CardForm);
        await loading.promise;
      }),
    fail: (cause: Error) =>
      act(async () => {
        loading.reject(cause);
        await loading.promise.catch(() => undefined);
      }),
    words: () => place.textContent,
    status: () => place.querySelector('[role=status]')?.textContent,
    press: () => act(() => place.querySelector<HTMLElement>('button')?.click()),
  };
}

test('card fields are opened once, whatever the language and the handlers, and are destroyed with the screen', async () => {
  const { show, opened, options, form, arrive, status } = draw();
  expect(status()).not.toBe('');
  await arrive();
  expect(status()).toBe('');
  show({ openCard: () => Promise.reject(new Error('again')) }, 'es');
  expect({ opened: opened.length, lang: options().lang, destroyed: form.destroy.mock.calls.length, schemes: schemes.size }).toEqual({
    opened: 1,
    lang: 'en',
    destroyed: 0,
    schemes: 1,
  });
  act(() => root.unmount());
  expect([form.destroy.mock.calls.length, options().signal?.aborted, schemes.size]).toEqual([1, true, 0]);
  root = createRoot(place);
});

test('card fields that come after the screen was left are destroyed', async () => {
  const { form, arrive } = draw();
  act(() => root.unmount());
  await arrive();
  expect(form.destroy).toHaveBeenCalledOnce();
  root = createRoot(place);
});

test('a card is valid once all its fields are, and no longer after one has changed', () => {
  const { heard, say } = draw();
  for (const field of fields) say(field, valid);
  say('cvv', { ...valid, isFocused: true });
  say('cvv', { isValid: false });
  expect(heard).toEqual([false, 'number', 'expirationDate', 'cvv', true, 'cvv', false]);
});

test('nothing is heard of fields whose screen was left', () => {
  const { heard, options } = draw();
  act(() => root.unmount());
  options().onChange('cvv', valid, undefined);
  expect(heard).toEqual([false]);
  root = createRoot(place);
});

test('a brand that isn’t accepted makes a valid card invalid, in words; another card is valid', () => {
  const { heard, say, words } = draw({ hiddenBrands: ['amex'] });
  for (const field of fields) say(field, valid, field === 'number' ? 'American Express' : undefined);
  expect([heard.includes(true), words()?.match(/American Express/g)?.length]).toEqual([false, 2]);
  say('number', valid, 'Visa');
  expect([heard.at(-1), words()?.match(/American Express/g)?.length]).toEqual([true, 1]);
});

test.each([
  ['the server’s reason', new ProviderFailure(new Problem(429, 'too_many_tries')), 'too_many_tries'],
  ['a blocked script', new ProviderFailure(new Error('timed out')), 'payment_blocked'],
])('fields that can’t be opened say so with %s, and can be tried again', async (_, cause, code) => {
  const asked: unknown[] = [];
  const { heard, fail, words, press } = draw({ wayOn: (failure) => (asked.push(failure.code), null) });
  await fail(cause);
  press();
  expect({ heard, isSaid: words()?.includes(languages.en.t(code)), code: asked.at(-1) }).toEqual({ heard: [false, 'retry'], isSaid: true, code });
});

test('a refused field is marked in the current language, and a press on a label reaches the frame', async () => {
  const { show, arrive, form, words } = draw();
  await arrive();
  show({ refused: ['cvv'] }, 'es');
  expect(words()).toContain(languages.es.t('card_cvv_invalid'));
  expect(words()).not.toContain(languages.es.t('card_number_invalid'));
  act(() => place.querySelectorAll<HTMLElement>('.cj-field-label')[1]?.click());
  expect(form.focus.mock.calls).toEqual([['expirationDate']]);
});

test('the frames follow the color scheme, and Enter in a frame sends the form', async () => {
  const { options, form, arrive } = draw();
  await arrive();
  for (const restyle of schemes) restyle();
  expect(form.restyle).toHaveBeenCalledOnce();
  const sent = vi.fn((event: Event) => event.preventDefault());
  place.addEventListener('submit', sent);
  options().onEnter();
  expect(sent).toHaveBeenCalledOnce();
});
