// Takes a screenshot of every story of the built Storybook in each language, theme and width, and arranges them on sheets, in `screenshots/`.
//   pnpm --filter @cojoin/storybook screenshots [--locale en,es,pseudo] [--theme light,dark] [--width 360,768,1280] [--brand harbor] [part of a title or id …]
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { storiesBuilt, visit } from './browse.mjs';
import { sheets } from './sheets.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    locale: { type: 'string', default: 'en,es' },
    theme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '360,768,1280' },
    brand: { type: 'string', default: 'cojoin' },
    out: { type: 'string', default: fileURLToPath(new URL('screenshots', import.meta.url)) },
    forced: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    contrast: { type: 'boolean', default: false },
  },
});
const widths = values.width.split(',').map(Number);
const all = await storiesBuilt();
const filters = positionals.map((part) => part.toLowerCase());
const stories = all.filter(
  ({ id, title }) => filters.length === 0 || filters.some((part) => id.includes(part) || title.toLowerCase().includes(part)),
);

const context = { forcedColors: values.forced ? 'active' : 'none', contrast: values.contrast ? 'more' : 'no-preference' };
const locales = values.locale.split(',');
const themes = values.theme.split(',');
for (const locale of locales) {
  const folderOf = (theme, width) => `${values.out}/${locale}-${theme}/${width}`;
  const folders = themes.flatMap((theme) => widths.map((width) => ({ folder: folderOf(theme, width), width })));
  for (const { folder } of folders) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  const faults = await visit(stories, { globals: { locale, theme: themes[0], brand: values.brand }, context }, async (page, story) => {
    if (values.print) await page.emulateMedia({ media: 'print' });
    for (const theme of themes) {
      await turn(page, theme);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 600 ? 780 : 900 });
        await page.screenshot({ path: `${folderOf(theme, width)}/${story.id}.png`, fullPage: true });
      }
    }
  });
  if (faults.length > 0) console.error(faults.join('\n'));
  const pictures = stories.map(({ id, title, name }) => ({ file: `${id}.png`, caption: `${title.replace(/^\w+\//, '')} · ${name}` }));
  for (const { folder, width } of folders) await sheets(folder, width, pictures);
}

/** Switches the theme like the toolbar: the story keeps its state after the play. */
async function turn(page, theme) {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  await page.evaluate(async (value) => {
    const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
    if (document.documentElement.dataset.theme === value) return;
    await new Promise((done) => {
      channel.once('storyRendered', done);
      channel.emit('updateGlobals', { globals: { theme: value } });
    });
  }, theme);
}
