// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import tokens from '../../../sdk/brand/tokens.json';
import vectors from '../../../sdk/brand/testdata/vectors.json';
import { createI18n, needTexts } from '../i18n/i18n.js';
import type { Appearance } from './appearance.js';
import { contrast } from './color.js';
import { propertiesOf } from './derive.js';
import { readAppearance } from './read.js';
import { override, textMistakes } from './words.js';

describe('the server and the widget refuse the same documents, in the same words', () => {
  test.each(vectors.map(({ why, brand, mistakes }) => [why, brand, mistakes] as const))('%s', async (_why, brand, mistakes) => {
    const read = readAppearance(JSON.stringify(brand));
    expect([...read.mistakes, ...(await textMistakes(read))].toSorted((a, b) => a.localeCompare(b))).toEqual(
      mistakes.toSorted((a, b) => a.localeCompare(b)),
    );
    // JSON once, as an attribute, and twice, as a property that an element writes as an attribute.
    expect(readAppearance(brand)).toEqual(read);
    expect(readAppearance(JSON.stringify(JSON.stringify(brand)))).toEqual(read);
  });
});

test('a brand that the server takes with a picture for mails is one for the flow, too', () => {
  const picture = 'https://www.example.com/logo';
  const brand: Appearance = { chrome: { logo: { src: `${picture}.svg`, mail: `${picture}.png`, width: 132, height: 32 } } };
  expect(readAppearance(brand)).toMatchObject({ chrome: { logo: { src: `${picture}.svg` } }, mistakes: [] });
});

test('unreadable values are dropped, and the rest applies', () => {
  expect(readAppearance({ accent: '#123456', radius: '4', chrome: { login: 'javascript:x', footer: false } })).toMatchObject({
    tokens: { accent: '#123456' },
    chrome: { footer: false },
    mistakes: ['radius isn’t a length from 0px to 40px', 'chrome.login isn’t an address like https://www.example.com'],
  });
  expect(readAppearance('{accent').mistakes).toEqual(['appearance isn’t JSON']);
  expect(readAppearance('[]').mistakes).toEqual(['appearance isn’t an object']);
});

test('the table of tokens is the style sheet’s', () => {
  const sheets = ['tokens', 'base'].map((name) => readFileSync(`${import.meta.dirname}/../theme/${name}.css`, 'utf8')).join('\n');
  const named = new Set(Array.from(sheets.matchAll(/var\(--cojoin-(?!dark-)([a-z-]+)/g), ([, name]) => name));
  expect(named).toEqual(new Set(Object.keys(tokens)));
  for (const [name, row] of Object.entries(tokens as Record<string, { light?: string; dark?: string }>)) {
    for (const [prefix, shipped] of [
      ['', row.light],
      ['dark-', row.dark],
    ]) {
      if (shipped) expect(sheets).toContain(`var(--cojoin-${prefix}${name}, ${shipped})`);
    }
  }
});

test('quiet words and edges are mixed from the brand’s text and cards, but for those that it names', () => {
  expect(propertiesOf({ text: '#101820', edge: '#777777', radius: '4px' })).toEqual({
    '--cojoin-text': '#101820',
    '--cojoin-edge': '#777777',
    '--cojoin-radius': '4px',
    '--cojoin-sunken': 'color-mix(in oklab, #101820 4%, #ffffff)',
    '--cojoin-field': 'color-mix(in oklab, #101820 0%, #ffffff)',
    '--cojoin-text-muted': 'color-mix(in oklab, #101820 74%, #ffffff)',
    '--cojoin-edge-soft': 'color-mix(in oklab, #101820 13%, #ffffff)',
  });
});

test.each([
  ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 21],
  ['rgb(118, 118, 118)', 'rgba(255, 255, 255, 1)', 4.54],
  ['oklch(1 0 0)', 'oklab(0 0 0)', 21],
  ['oklch(0.62796 0.25768 29.234)', 'color(srgb 1 1 1)', 4],
])('the contrast of %s and %s is %s', (words, ground, ratio) => {
  expect(contrast(words, ground)).toBeCloseTo(ratio, 1);
});

test('a sentence of the brand is there from the start, in each language, and in parts that come later', async () => {
  const i18n = await createI18n('en', ['frame']);
  const warn = vi.fn();
  const texts = {
    en: { header_login: 'Sign in', savenow_text: 'Save {{percent}}!', packages_title: 'Plans' },
    es: { header_login: 'Entrar' },
  };
  override(i18n, { texts }, warn);
  expect(i18n.t('header_login')).toBe('Sign in');
  expect(warn.mock.calls).toEqual([['texts.en.savenow_text has the placeholders {{percent}}, and needs {{percentage}}']]);
  expect(i18n.t('savenow_text', { percentage: 10 })).toContain('10%');
  await needTexts(i18n, ['order']);
  expect(i18n.t('packages_title')).toBe('Plans');
  await needTexts(i18n, ['frame'], 'es');
  await i18n.changeLanguage('es');
  expect(i18n.t('header_login')).toBe('Entrar');
});
