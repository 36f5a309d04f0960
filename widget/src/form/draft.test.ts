import { expect, test } from 'vitest';
import { filledIn } from './draft.js';

const values = { name: '', isKnown: true, address: { line1: '', floor: 'ground' }, roles: ['NONE'], children: [{ name: '' }], added: 'default' };

test('a draft from before a field existed is read whole, and the field has its default', () => {
  const kept = { name: 'Maya', isKnown: false, address: { line1: '1 Market Street' }, roles: [], children: [{ name: 'Leo' }, { name: 'Ida' }] };
  expect(filledIn(values, kept)).toEqual({ ...kept, address: { line1: '1 Market Street', floor: 'ground' }, added: 'default' });
});

test('only known fields of the right type are read', () => {
  const kept = { name: 7, isKnown: 'no', address: ['x'], roles: [1], children: ['Leo'], added: null, gone: 'x', toString: 'x' };
  expect(filledIn(values, kept)).toEqual(values);
  for (const nothing of [undefined, null, 'x', []]) expect(filledIn(values, nothing)).toBe(values);
});
