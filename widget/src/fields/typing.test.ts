// @vitest-environment jsdom
import { act, createElement, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CodeField, type CodeFieldProps } from './CodeField.js';
import { HostedField, type HostedFieldProps } from './HostedField.js';
import { PasswordField, type PasswordFieldProps } from './PasswordField.js';
import { PhoneField, type PhoneFieldProps } from './PhoneField.js';
import { TextField, type TextFieldProps } from './TextField.js';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const draw = (part: ReactElement) => act(() => root.render(part));
const find = (selector: string) => {
  const found = place.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

/** Sets the text of a control as typing, paste and autofill do. */
function enter(control: HTMLElement, text: string): void {
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set;
  act(() => {
    write?.call(control, text);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}

const phone = (change: Partial<PhoneFieldProps> = {}) => {
  const heard: unknown[] = [];
  const props: PhoneFieldProps = {
    name: 'parent.phoneNumber',
    label: 'Phone',
    value: '',
    onChange: (...all) => void heard.push(all),
    countryCodeLabel: 'Country code',
    countryCodeName: 'parent.phoneCountryCode',
    countryCode: 'us',
    onCountryCodeChange: (code) => void heard.push(code),
    countryCodeOptions: [
      { value: 'us', label: 'United States', shortLabel: '+1' },
      { value: 'gb', label: 'United Kingdom', shortLabel: '+44' },
      { value: 'mx', label: 'Mexico', shortLabel: '+52' },
    ],
    ...change,
  };
  draw(createElement(PhoneField, props));
  return heard;
};

test.each([
  ['(206) 555-0143', '2065550143', 'us'],
  // Autofilled or pasted with its country code.
  ['+44 20 7946 0123', '2079460123', 'gb'],
  [' +1 206-555-0143', '2065550143', 'us'],
  ['44 20 7946 0123', '442079460123', 'us'],
  // A country that isn't offered.
  ['+999 123', '999123', 'us'],
  ['+52', '', 'mx'],
])('a phone number entered as %s', (typed, digits, code) => {
  const heard = phone();
  enter(find('input'), typed);
  expect(heard).toEqual([[digits, code]]);
});

test('a phone’s country code is shown short, is chosen by its name, and each has its own error', () => {
  const heard = phone({ countryCode: 'gb', errorMessage: 'Wrong number', countryCodeErrorMessage: 'Wrong code' });
  expect(find('.cj-phone-shown').textContent).toBe('+44');
  enter(find('select'), 'mx');
  expect(heard).toEqual(['mx']);
  const errorOf = (selector: string) => document.getElementById(find(selector).getAttribute('aria-describedby') ?? '')?.textContent;
  expect([errorOf('input'), errorOf('select')]).toEqual(['Wrong number', 'Wrong code']);
});

test.each([
  [undefined, 'tel-national', 'tel-country-code'],
  ['off', 'off', 'off'],
])('a browser may fill in one’s own phone, not another person’s (%s)', (autoComplete, number, code) => {
  phone({ autoComplete });
  expect([find('input').getAttribute('autocomplete'), find('select').getAttribute('autocomplete')]).toEqual([number, code]);
});

test('a code has digits only, as many as fit, and no browser fills it in', () => {
  const heard: string[] = [];
  const props: CodeFieldProps = { name: 'pin', label: 'Code', value: '', onChange: (digits) => void heard.push(digits) };
  draw(createElement(CodeField, props));
  enter(find('input'), ' 12-34 56');
  expect([heard, find('input').getAttribute('type'), find('input').getAttribute('autocomplete')]).toEqual([['1234'], 'text', 'off']);
  draw(createElement(CodeField, { ...props, length: 6, isMasked: true, autoComplete: 'one-time-code' }));
  enter(find('input'), '12 34 567');
  expect([heard.at(-1), find('input').getAttribute('type'), find('input').getAttribute('autocomplete')]).toEqual([
    '123456',
    'password',
    'one-time-code',
  ]);
});

test('a password is shown and hidden again, with rules that tell screen readers whether they are met', () => {
  const props: PasswordFieldProps = {
    name: 'password',
    label: 'Password',
    value: 'abc',
    onChange: () => undefined,
    showLabel: 'Show',
    hideLabel: 'Hide',
    rulesLabel: 'Rules',
    metLabel: 'met',
    unmetLabel: 'not met yet',
    rules: [
      { id: 'a', label: 'Letters', isMet: true },
      { id: 'b', label: 'Digits', isMet: false },
    ],
  };
  draw(createElement(PasswordField, props));
  const state = () => [find('input').getAttribute('type'), find('button').ariaLabel];
  const seen = [state()];
  for (let n = 0; n < 2; n++) {
    act(() => find('button').click());
    seen.push(state());
  }
  expect(seen).toEqual([
    ['password', 'Show'],
    ['text', 'Hide'],
    ['password', 'Show'],
  ]);
  const rules = document.getElementById(find('input').getAttribute('aria-describedby') ?? '');
  expect([rules?.textContent, find('input').getAttribute('autocomplete')]).toEqual(['RulesLetters, metDigits, not met yet', 'new-password']);
  draw(createElement(PasswordField, { ...props, autoComplete: 'current-password', rules: [] }));
  expect([find('input').getAttribute('aria-describedby'), find('input').getAttribute('autocomplete')]).toEqual([null, 'current-password']);
});

test('a text field says what is wrong and what helps, help first; without either it is described by nothing', () => {
  const props: TextFieldProps = { name: 'email', label: 'Email', value: '', onChange: () => undefined };
  const described = (change: Partial<TextFieldProps>) => {
    draw(createElement(TextField, { ...props, ...change }));
    const control = find('.cj-control');
    const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    return [
      control.getAttribute('aria-invalid'),
      control.getAttribute('aria-required'),
      ...ids.map((id) => document.getElementById(id)?.textContent),
    ];
  };
  expect([
    described({}),
    described({ description: 'Help', isRequired: true }),
    described({ description: 'Help', errorMessage: 'Wrong' }),
    described({ errorMessage: 'Wrong', isMultiline: true }),
  ]).toEqual([
    ['false', null],
    ['false', 'true', 'Help'],
    ['true', null, 'Help', 'Wrong'],
    ['true', null, 'Wrong'],
  ]);
});

test('an address of a mailbox isn’t capitalized, unless its field says so', () => {
  const capitals = (change: Partial<TextFieldProps>) => {
    draw(createElement(TextField, { name: 'x', label: 'X', value: '', onChange: () => undefined, ...change }));
    return [find('input').getAttribute('autocapitalize'), find('input').getAttribute('spellcheck')];
  };
  expect([capitals({}), capitals({ type: 'email' }), capitals({ type: 'email', autoCapitalize: 'words', spellCheck: true })]).toEqual([
    [null, 'false'],
    ['off', 'false'],
    ['words', 'true'],
  ]);
});

test('a provider’s frame is asked for the focus by its box and its label, not by the frame inside', () => {
  const heard: string[] = [];
  const props: HostedFieldProps = {
    name: 'number',
    label: 'Card number',
    ref: () => undefined,
    onFocusRequest: () => void heard.push('request'),
    onFocus: () => void heard.push('focus'),
    onBlur: () => void heard.push('blur'),
  };
  draw(createElement(HostedField, props));
  act(() => find('.cj-hosted').focus());
  act(() => find('.cj-hosted').blur());
  act(() => find('.cj-field-label').click());
  const inside = find('.cj-hosted-frame').appendChild(document.createElement('input'));
  act(() => inside.focus());
  expect(heard).toEqual(['request', 'focus', 'blur', 'request', 'focus']);
});
