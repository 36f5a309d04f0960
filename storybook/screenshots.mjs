// Takes every story of the built Storybook in each language, theme and width, and puts them on sheets to look through, in `screenshots/`.
//   pnpm --filter @cojoin/storybook screenshots [--locale en,es,pseudo] [--theme light,dark] [--width 360,768,1280] [part of a title or id …]
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { storiesBuilt, visit } from './browse.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    locale: { type: 'string', default: 'en,es' },
    theme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '360,768,1280' },
    out: { type: 'string', default: fileURLToPath(new URL('screenshots', import.meta.url)) },
    forced: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    contrast: { type: 'boolean', default: false },
  },
});
const widths = values.width.split(',').map(Number);
const all = await storiesBuilt();
const wanted = positionals.map((part) => part.toLowerCase());
const stories = all.filter(({ id, title }) => wanted.length === 0 || wanted.some((part) => id.includes(part) || title.toLowerCase().includes(part)));

const context = { forcedColors: values.forced ? 'active' : 'none', contrast: values.contrast ? 'more' : 'no-preference' };
const looks = values.locale.split(',').flatMap((locale) => values.theme.split(',').map((theme) => ({ locale, theme })));
for (const { locale, theme } of looks) {
  const folder = `${values.out}/${locale}-${theme}`;
  for (const width of widths) {
    await rm(`${folder}/${width}`, { recursive: true, force: true });
    await mkdir(`${folder}/${width}`, { recursive: true });
  }
  const colorScheme = theme === 'dark' ? 'dark' : 'light';
  const faults = await visit(stories, { globals: { locale, theme }, context: { ...context, colorScheme } }, async (page, story) => {
    if (values.print) await page.emulateMedia({ media: 'print' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 600 ? 780 : 900 });
      await page.screenshot({ path: `${folder}/${width}/${story.id}.png`, fullPage: true });
    }
  });
  if (faults.length > 0) console.error(faults.join('\n'));
  for (const width of widths) await sheets(`${folder}/${width}`, width);
}

/** As many pictures as can still be read, beside one another on one sheet. */
async function sheets(folder, width) {
  const [columns, scale] = width < 600 ? [7, 0.62] : width < 1000 ? [4, 0.5] : [3, 0.42];
  const perSheet = columns * (width < 600 ? 1 : 3);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromiumSandbox: false });
  const page = await browser.newPage({ viewport: { width: Math.round(columns * (width * scale + 12)), height: 200 } });
  for (let first = 0; first < stories.length; first += perSheet) {
    const cells = stories
      .slice(first, first + perSheet)
      .map(
        ({ id, title, name }) =>
          `<figure><figcaption>${title.replace(/^\w+\//, '')} · ${name}</figcaption><div><img src="${id}.png" width="${Math.round(width * scale)}"></div></figure>`,
      );
    const path = `${folder}/sheet-${String(first / perSheet + 1).padStart(2, '0')}`;
    const style = `body{margin:0;display:grid;grid-template-columns:repeat(${columns},max-content);gap:8px 12px;background:#888;font:11px sans-serif}
      figure{margin:0;inline-size:${Math.round(width * scale)}px}figcaption{color:#fff;block-size:2.4em;overflow:hidden}
      div{max-block-size:${Math.round(width < 600 ? 1150 : 640)}px;overflow:hidden}img{display:block}`;
    await writeFile(`${path}.html`, `<!doctype html><meta charset="utf-8"><style>${style}</style>${cells.join('')}`);
    await page.goto(`file://${path}.html`);
    await page.screenshot({ path: `${path}.png`, fullPage: true });
    await rm(`${path}.html`);
  }
  await browser.close();
}
