import type { Page } from '@playwright/test';
import { serveHost } from './host.js';
import { mouse } from './hands.js';
import { Journey } from './journey.js';
import { misbehave } from './misbehave.js';
import { newPerson } from './people.js';
import { hostOrigin } from './server.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';

/*
 * A page opened before a rollout requests files that the new server doesn't have. The server returns files of other releases from the
 * database (tested in apiserver and sdk); here they are gone everywhere, or there is no network.
 */

/** Makes the page's release differ from the server's, which has a chunk under another name; `restore` ends that. */
async function roll(page: Page, chunk: string): Promise<{ requests: () => number; restore: () => Promise<void> }> {
  const files = new RegExp(String.raw`/embed/assets/${chunk}-[\w-]{8}\.js$`);
  let count = 0;
  await page.route(files, async (route) => {
    count += 1;
    // The server's own answer to an unknown name.
    const gone = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/-[\w-]{8}\.js$/, '-GONEGONE.js'),
    });
    expect(gone.status()).toBe(404);
    await route.fulfill({ response: gone });
  });
  return { requests: () => count, restore: () => page.unroute(files) };
}

test('a step with a missing file shows an error; the input is kept, and a retry continues', async ({ start }) => {
  const journey = await start();
  const { page, person, t } = journey;
  await page.goto('/app/join/step1');
  await journey.fillParent();
  const chunk = await roll(page, 'FamilyScreen');
  await journey.button('continue').click();
  await expect(journey.heading('broken_title')).toBeFocused();
  await expect(page.getByText(t('broken_text'), { exact: true })).toBeVisible();
  // It was requested twice before the user saw an error.
  expect(chunk.requests()).toBe(2);

  await chunk.restore();
  await journey.button('try_again').click();
  await expect(journey.heading('family_title')).toBeVisible();
  await journey.fillFamily();
  await journey.submitFamily();
  await page.goBack();
  await page.goBack();
  await expect(journey.field('field_email')).toHaveValue(person.email);
});

test('a file that stays gone: the page itself is reloaded by hand, in the current release, and nothing entered is lost', async ({ start }) => {
  const journey = await start();
  const { page } = journey;
  await page.goto('/app/join/step1');
  await journey.fillParent();
  const chunk = await roll(page, 'FamilyScreen');
  await journey.button('continue').click();
  await expect(journey.heading('broken_title')).toBeFocused();
  await journey.button('try_again').click();
  await expect(journey.button('broken_reload')).toBeVisible();
  await chunk.restore();
  await journey.button('broken_reload').click();
  await expect(journey.heading('family_title')).toBeVisible();
  await journey.fillFamily();
  await journey.submitFamily();
});

test('the review’s file is gone: the card that was typed stays, and the next press goes on', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  const chunk = await roll(page, 'reviewCode');
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.button('payment_review_order').click();
  await expect(page.getByText(t('offline_message'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('payment_card_saved', { lastFour: '1111' }), { exact: true })).toBeVisible();
  await chunk.restore();
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
});

test('a language whose texts fail to load leaves the current one, with an error', async ({ start }) => {
  const journey = await start();
  const { page, t } = journey;
  await page.goto('/app/join/step1');
  await journey.fillParent();
  const language = page.getByRole('combobox', { name: t('header_language') });
  await page.context().setOffline(true);
  await language.selectOption(otherLanguage);
  await expect(page.getByText(t('offline_message'), { exact: true })).toBeVisible();
  await expect(journey.heading('parent_title')).toBeVisible();
  await page.context().setOffline(false);
  await language.selectOption(otherLanguage);
  await expect(page.getByRole('heading', { name: wordsOf(otherLanguage)('parent_title'), exact: true })).toBeVisible();
  await expect(journey.field('field_email')).toHaveCount(0);
});

test('embedded, a step with a missing file leaves the host page unchanged, and continues in it', async ({ page }) => {
  const t = wordsOf();
  await serveHost(page, { body: `<input id="note" aria-label="Note"><cojoin-join locale="${defaultLanguage}" start="parents"></cojoin-join>` });
  await page.goto(hostOrigin);
  await page.locator('#note').fill('typed in the host’s page');
  const journey = new Journey(page, mouse(), t, newPerson());
  await journey.fillParent();
  const chunk = await roll(page, 'FamilyScreen');
  await journey.button('continue').click();
  await expect(journey.heading('broken_title')).toBeFocused();
  await chunk.restore();
  await journey.button('try_again').click();
  await expect(journey.heading('family_title')).toBeVisible();
  await expect(page.locator('#note')).toHaveValue('typed in the host’s page');
  expect(page.url()).toBe(`${hostOrigin}/`);
});

test('embedded, a failed first file is requested again', async ({ page }) => {
  const t = wordsOf();
  await serveHost(page, { body: `<cojoin-join locale="${defaultLanguage}"></cojoin-join>` });
  await page.route(/\/embed\/assets\/embed-[\w-]{8}\.js$/, (route) => route.abort(), { times: 1 });
  await page.goto(hostOrigin);
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
});

test('embedded in Spanish in an English page, the error of an unavailable server is in Spanish', async ({ page }) => {
  await misbehave(page, { offline: ['/v1/bootstrap'] });
  await serveHost(page, { body: `<cojoin-join locale="${otherLanguage}"></cojoin-join>` });
  await page.goto(hostOrigin);
  await expect(page.getByRole('button', { name: wordsOf(otherLanguage)('try_again') })).toBeVisible();
  await expect(page.locator('.cojoin-root')).toHaveAttribute('lang', otherLanguage);
});
