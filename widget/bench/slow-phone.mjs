// Measures the time until the first screen is usable on a slow phone, on the hosted page and embedded, and the time of a change of step.
// `make bench-page`. Every visit is the first: nothing is cached. Fails if a median exceeds its target.
import { chromium } from 'playwright-core';
import { runnerImport } from 'vite';
import { fileURLToPath } from 'node:url';

const visits = 5;
const aims = { screen: 2500, step: 100 };
/** 4 times slower than this machine, 1.6 Mbit/s down, 750 kbit/s up, 150 ms for every answer. */
const phone = { cpu: 4, network: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 } };

const { module: server } = await runnerImport(fileURLToPath(new URL('../e2e/server.ts', import.meta.url)), { logLevel: 'error' });
const stop = await server.default();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
  args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** Starts a promise, in the page, for the first drawn button: from then on presses work. */
function watch() {
  globalThis.usableAt = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.cj-main button')) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Presses the first choice, in the page; returns the milliseconds until the next screen is drawn. */
async function press() {
  const heading = document.querySelector('.cj-main h1, .cj-main h2').textContent;
  const began = performance.now();
  const isThere = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const next = document.querySelector('.cj-main h1, .cj-main h2');
      if (!next || next.textContent === heading) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  document.querySelector('.cj-main button').click();
  return isThere;
}

async function visit(path) {
  const context = await browser.newContext({ baseURL: process.env.COJOIN_URL, viewport: { width: 360, height: 740 }, locale: 'en-US' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', phone.network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu });
  await page.addInitScript(watch);
  await page.goto(path, { waitUntil: 'commit' });
  if (path !== '/app/join') await page.locator('cojoin-join').scrollIntoViewIfNeeded();
  const screen = await page.evaluate(() => globalThis.usableAt);
  let step;
  if (path === '/app/join') {
    // The first press loads the step's code; the second measures the change itself.
    const heading = page.locator('.cj-main h1');
    const first = await heading.textContent();
    await page.evaluate(press);
    await page.goBack();
    await heading.filter({ hasText: first }).waitFor();
    step = await page.evaluate(press);
  }
  const { transferred, files } = await page.evaluate(() => {
    const all = performance.getEntriesByType('resource');
    return { files: all.length, transferred: all.reduce((sum, entry) => sum + entry.encodedBodySize, 0) };
  });
  await context.close();
  return { screen, step, transferred, files };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
let missed = false;
function line(name, times, aim, more = '') {
  const [middle, worst] = [median(times), Math.max(...times)].map(Math.round);
  missed ||= middle > aim;
  console.log(
    `${middle > aim ? 'MISSED' : '    ok'}  ${String(middle).padStart(5)} ms, at most ${String(worst).padStart(5)}; aim ${aim}  ${name}${more}`,
  );
}

try {
  for (const [name, path] of [
    ['first screen, hosted page', '/app/join'],
    ['first screen, embedded in a page', '/examples/marketing/'],
  ]) {
    const seen = [];
    for (let n = 0; n < visits; n++) seen.push(await visit(path));
    line(
      name,
      seen.map(({ screen }) => screen),
      aims.screen,
      `: ${seen[0].files} files, ${Math.round(seen[0].transferred / 1024)} KB`,
    );
    const steps = seen.flatMap(({ step }) => step ?? []);
    if (steps.length > 0) line('change of step, its code being there', steps, aims.step);
  }
} finally {
  await browser.close();
  await stop();
}
if (missed) process.exitCode = 1;
