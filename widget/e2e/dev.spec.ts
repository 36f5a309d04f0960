import type { Page } from '@playwright/test';
import { startDev, type Dev } from './dev.js';
import { mouse } from './hands.js';
import { Journey } from './journey.js';
import { newPerson } from './people.js';
import { expect, setting, test as base } from './test.js';
import { wordsOf } from './words.js';

const t = wordsOf();

/** `develop` starts a development server, against a server or the fake one. */
const test = base.extend<{ develop: (server?: string) => Promise<Dev> }>({
  // oxlint-disable-next-line no-empty-pattern
  develop: async ({}, provide) => {
    const started: Dev[] = [];
    await provide(async (server) => {
      const dev = await startDev(server);
      started.push(dev);
      return dev;
    });
    for (const dev of started) await dev.stop();
  },
});

/** Saves a file and waits until the page's text changes; the report has the time. */
async function save(page: Page, dev: Dev, file: string, [before, after]: [string, string], shown: string) {
  const began = performance.now();
  await dev.edit(file, before, after);
  await page.waitForFunction((words) => document.body.innerText.includes(words), shown);
  test.info().annotations.push({ type: `${file} on the screen after`, description: `${Math.round(performance.now() - began)} ms` });
}

for (const [name, server] of [
  ['the fake server', () => undefined],
  ['a real server', () => setting('COJOIN_URL')],
] as const) {
  test(`in development against ${name} a saved file is hot-reloaded, and the input stays`, async ({ page, develop }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const dev = await develop(server());
    await page.goto(`${dev.url}/app/join/step1`);
    const field = page.getByRole('textbox', { name: t('field_first_name'), exact: true });
    await field.fill('Maya');
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

    await save(page, dev, 'widget/src/screens/signup/parent/ParentStep.tsx', ["t('parent_title')", "t('family_title')"], t('family_title'));
    await expect(field).toHaveValue('Maya');
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);

    // Texts aren't components: the page reloads, and the tab restores the rest.
    await save(page, dev, 'sdk/text/en/screen.json', [t('family_title'), 'Who is your co-parent?'], 'Who is your co-parent?');
    await expect(field).toHaveValue('Maya');
    expect(errors).toEqual([]);
  });
}

test('the fake server fails as set in the address, and else completes a sign-up', async ({ page, develop }) => {
  const dev = await develop();
  const journey = new Journey(page, mouse(), t, newPerson());
  await page.goto(`${dev.url}/app/join/step1?fail=/v1/signups:500`);
  await journey.fillParent();
  await journey.button('continue').click();
  await expect(page.getByText(t('genericErrorMessage'), { exact: true })).toBeVisible();

  await page.goto(`${dev.url}/app/join?country=US`);
  await journey.walkToPayment();
  await journey.submitCard();
  await journey.pay();
  await journey.fillCredentials();
  await journey.submitCredentials();
});
