// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { judge } from './doctorShift.js';

const shift = (value: number, startTime: number, node: Node | null = null, hadRecentInput = false) =>
  ({ value, startTime, hadRecentInput, sources: [{ node }] }) as unknown as Parameters<typeof judge>[0][number];

function page() {
  document.body.innerHTML = '<p id="above"></p><cojoin-join></cojoin-join><p id="below"></p>';
  const of = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
  return { element: of('cojoin-join'), above: of('#above'), below: of('#below') };
}

test('small shifts and shifts after a press are accepted', () => {
  const { element, below } = page();
  expect(judge([shift(0.04, 100, below), shift(0.3, 900, below, true)], element)).toEqual({
    check: 'shifts',
    isOk: true,
    text: 'The page’s content moved by 0.04 by itself.',
  });
});

test('a shift of text below the flow is reported with a remedy', () => {
  const { element, below } = page();
  expect(judge([shift(0.2, 100, below), shift(0.12, 600, below)], element)).toEqual({
    check: 'shifts',
    isOk: false,
    text:
      'The page’s content moved by 0.32 by itself, more than 0.1. What is below the flow moved: keep its room until the script is there, ' +
      'as README.md shows with :not(:defined).',
  });
});

test('a shift above the flow is accepted', () => {
  const { element, above } = page();
  expect(judge([shift(0.2, 100, above)], element)).toEqual({
    check: 'shifts',
    isOk: true,
    text: 'The page’s content moved by 0.20 by itself, more than 0.1. It wasn’t what is below the flow.',
  });
});

test('shifts a second apart are of different windows', () => {
  const { element, below } = page();
  expect(judge([shift(0.06, 100, below), shift(0.06, 1100, below), shift(0.06, 1900, below)], element).text).toContain('moved by 0.12 by itself');
  expect(judge([shift(0.06, 100, below), shift(0.06, 1100, below), shift(0.03, 2300, below)], element).text).toContain('moved by 0.06 by itself');
});
