// Opens the stories of the built Storybook in a browser, one by one.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const folder = fileURLToPath(new URL('storybook-static', import.meta.url));
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Returns the stories of the build, in the order of its side bar. */
export async function storiesBuilt() {
  const text = await readFile(join(folder, 'index.json'), 'utf8').catch(() => {
    throw new Error('there is no built Storybook: run `pnpm --filter @cojoin/storybook build` first');
  });
  return Object.values(JSON.parse(text).entries).filter((entry) => entry.type === 'story');
}

async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(folder, normalize(decodeURIComponent(pathname)));
    const file = extname(path) ? path : join(path, 'index.html');
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/**
 * Calls `look(page, story)` once for each story, after its play. `globals` are the toolbar's; `pages` stories are open at a time.
 * Returns the stories that failed before that, with their errors.
 */
export async function visit(stories, { globals = {}, context = {}, pages = 2 }, look) {
  const { server, origin } = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-gpu', '--hide-scrollbars', '--no-first-run', '--disable-background-networking'],
  });
  const set = Object.entries({ ...globals, 'a11y.manual': '!true' }).map(([name, value]) => `${name}:${value}`);
  const query = `viewMode=story&globals=${encodeURIComponent(set.join(';'))}`;
  const waiting = [...stories];
  const faults = [];
  const walk = async () => {
    const own = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 }, ...context });
    const page = await own.newPage();
    for (let story = waiting.shift(); story; story = waiting.shift()) {
      try {
        await page.setViewportSize(context.viewport ?? { width: 1280, height: 900 });
        await page.goto(`${origin}/iframe.html?id=${story.id}&${query}`);
        await page.waitForFunction(() => /finished|errored|aborted/.test(globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase ?? ''), undefined, {
          timeout: 30_000,
        });
        await page.evaluate(() => document.fonts.ready);
        await look(page, story);
      } catch (error) {
        faults.push(`${story.id}: ${error.message}`);
      }
    }
    await own.close();
  };
  await Promise.all(Array.from({ length: pages }, walk));
  await browser.close();
  server.close();
  return faults;
}
