import { expect, test } from 'vitest';
import { cardFieldFault, emptyField, type CardFieldState } from './port.js';

const fault = (state: Partial<CardFieldState>, isRefused = false) => cardFieldFault('cvv', { ...emptyField, ...state }, isRefused);

test('a card field is wrong once it was left, empty or not, or can never become right; not while it is typed in', () => {
  expect(fault({})).toBeUndefined();
  expect(fault({ isFocused: true })).toBeUndefined();
  expect(fault({ isFocused: true, isTouched: true })).toBeUndefined();
  expect(fault({ isTouched: true, isValid: true })).toBeUndefined();
  expect([fault({ isTouched: true }), fault({ isPotentiallyValid: false, isFocused: true }), fault({}, true)]).toEqual(
    Array.from({ length: 3 }, () => 'card_cvv_invalid'),
  );
});
