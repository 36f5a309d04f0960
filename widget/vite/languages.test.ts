import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultLanguage, languageTable, languages } from '../src/i18n/language.js';
import { loadTexts } from '../src/i18n/texts.js';

const root = join(import.meta.dirname, '../..');
const written = ['storybook/stories', 'widget/e2e'];

/** One of our locales or the name of a language, as a whole string or in an attribute: 'en', "es-MX", lang="en", 'English'. */
const codes = `(?:${languages.join('|')})(?:[-_]\\w+)?|pseudo`;
const names = Object.values(languageTable)
  .map(({ name }) => name)
  .join('|');
const named = new RegExp(String.raw`(['"\`])(?:${codes}|${names})\1|\b(?:lang|locale)=(?:${codes})\b`);

/** Sentences that only a language other than the default has. */
const sentences = new Set(languages.filter((lang) => lang !== defaultLanguage).flatMap((lang) => textsOf(lang)));
for (const text of textsOf(defaultLanguage)) sentences.delete(text);

function textsOf(lang: string): string[] {
  const folder = join(root, 'sdk/text', lang);
  return readdirSync(folder).flatMap((file) => Object.values(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>));
}

/** Returns the plural forms of a language's sentences, by the endings of their codes. */
function formsOf(lang: string): string[] {
  const folder = join(root, 'sdk/text', lang);
  const keys = readdirSync(folder).flatMap((file) => Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object));
  const counted = keys.filter((code) => code.endsWith('_one')).map((code) => code.slice(0, -'one'.length));
  const endings = keys.flatMap((code) => counted.filter((start) => code.startsWith(start)).map((start) => code.slice(start.length)));
  return [...new Set(endings)].toSorted();
}

test('sentences with a count have their language’s CLDR plural forms', () => {
  const expected = languages.map((lang) => [lang, new Intl.PluralRules(lang).resolvedOptions().pluralCategories.toSorted()]);
  expect(languages.map((lang) => [lang, formsOf(lang)])).toEqual(expected);
});

test('every language is in both tables, and has a folder', () => {
  const folders = readdirSync(join(root, 'sdk/text'), { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.length === 2);
  const rows = Array.from(readFileSync(join(root, 'sdk/text/language.go'), 'utf8').matchAll(/^\t\{"(\w+)", /gm), ([, code = '']) => code);
  expect({ rows, folders: folders.map(({ name }) => name) }).toEqual({ rows: languages, folders: languages.toSorted() });
});

test('each screen but the first contains its own, the rules’ and the server’s texts only, in each language', async () => {
  for (const lang of languages) {
    const files = ['problem', 'rule', 'screen'].map(
      (file) => JSON.parse(readFileSync(join(root, 'sdk/text', lang, `${file}.json`), 'utf8')) as object,
    );
    await expect(loadTexts(lang, 'step')).resolves.toEqual(Object.assign({}, ...files));
  }
});

// So a new language needs no change of stories and journeys.
test('no story and no journey names a language, or has a sentence of one', () => {
  const files = written.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const quoted = Array.from(line.matchAll(/(['"`])(.+?)\1/g), ([, , text = '']) => text);
        return named.test(line) || quoted.some((text) => sentences.has(text)) ? [`${file}:${index + 1}: ${line.trim()}`] : [];
      }),
  );
  expect(found).toEqual([]);
});
