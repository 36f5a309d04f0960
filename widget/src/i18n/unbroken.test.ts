import { expect, test } from 'vitest';
import { createI18n } from './i18n.js';
import { unbroken } from './unbroken.js';

test('keeps a phone number on one line', () => {
  expect(unbroken('+1 800-555-0199')).toBe('+1\u00A0800\u2011555\u20110199');
  expect(unbroken('(800) 555-0199')).toBe('(800)\u00A0555\u20110199');
});

test('leaves everything else as it is', () => {
  for (const value of ['Anne-Marie', '12 Main St', '$1,234.50', '3-2', '']) expect(unbroken(value)).toBe(value);
});

test('a phone number in a sentence stays on one line, and its other words are unchanged', async () => {
  const i18n = await createI18n('en');
  expect(i18n.t('duplicate_phone', { phone: '+44 20 7946 0123' })).toBe('Call +44\u00A020\u00A07946\u00A00123');
  expect(i18n.t('package_choose_none', { defaultValue: '{{name}}', name: 'O’Brien-Lee & <b>' })).toBe('O’Brien-Lee & <b>');
});
