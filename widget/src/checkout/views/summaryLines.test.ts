import { expect, test } from 'vitest';
import type { Quote } from '../../client/types.js';
import type { Translate } from '../../i18n/useText.js';
import { summaryLines } from './summaryLines.js';

const t = ((code: string) => code) as unknown as Translate;
const quote = (part: Partial<Quote>) => ({ lines: [], totals: { taxAmountFormatted: '$0.00' }, taxesCalculated: true, ...part }) as unknown as Quote;
const line = (kind: Quote['lines'][number]['kind'], description: string, amountFormatted: string) => ({
  kind,
  description,
  amountFormatted,
  amount: '',
});

test('gives each seat, coupon, code and tax a row of its own, in the words of the server', () => {
  const lines = [
    line('package', 'Your subscription: Essential, 1 year', '$149.99'),
    line('coParent', 'Your co-parent’s subscription: Essential, 1 year', '$149.99'),
    line('coupon', 'Discount: 10% off', '−$30.00'),
    line('code', 'Code ····-9XK2', '−$149.99'),
    line('tax', 'GST (5%)', '$6.00'),
    line('tax', 'QST (9.975%)', '$11.97'),
  ];
  expect(summaryLines(quote({ lines }), t)).toEqual([
    { id: 'package0', label: 'Your subscription: Essential, 1 year', amount: '$149.99' },
    { id: 'coParent1', label: 'Your co-parent’s subscription: Essential, 1 year', amount: '$149.99' },
    { id: 'coupon2', label: 'Discount: 10% off', amount: '−$30.00', tone: 'discount' },
    { id: 'code3', label: 'Code ····-9XK2', amount: '−$149.99', tone: 'discount' },
    { id: 'tax4', label: 'GST (5%)', amount: '$6.00' },
    { id: 'tax5', label: 'QST (9.975%)', amount: '$11.97' },
  ]);
});

test('shows a tax of nothing, and that it may still come', () => {
  const lines = [line('package', 'Essential', '$149.99')];
  const row = { id: 'package0', label: 'Essential', amount: '$149.99' };
  expect(summaryLines(quote({ lines }), t)).toEqual([row, { id: 'tax', label: 'summary_tax', amount: '$0.00' }]);
  expect(summaryLines(quote({ lines, taxesCalculated: false }), t)).toEqual([
    row,
    { id: 'tax', label: 'summary_tax', detail: 'summary_tax_later', amount: '–' },
  ]);
});
