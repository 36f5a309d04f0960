import type { Page } from '@playwright/test';
import { cards } from './people.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';
import { languages } from './words.js';

/** A small phone, with its keyboard hidden. */
const phone = { width: 360, height: 640 };

/** Makes the server refuse the first calls of a path, as if it were busy. Returns a function that counts the calls. */
async function refuse(page: Page, path: string, times: number, code: string): Promise<() => number> {
  let count = 0;
  await page.route(`**${path}`, async (route) => {
    count += 1;
    if (count > times) await route.fallback();
    else await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, contentType: 'application/problem+json', json: { code } });
  });
  return () => count;
}

for (const lang of languages) {
  test(`a busy server’s queue shows a waiting message: ${lang}`, { tag: '@smoke' }, async ({ start }) => {
    const journey = await start({ lang });
    const { page, t } = journey;
    await page.setViewportSize(phone);
    await page.goto('/app/join/step1');
    await journey.fillParent();
    const count = await refuse(page, '/v1/signups', 2, 'server_overloaded');
    await journey.hands.press(journey.button('continue'));
    await expect(page.getByText(t('busy_message'), { exact: true })).toBeInViewport();
    await expect(journey.heading('family_title')).toBeFocused();
    await expect(page.getByText(t('busy_message'), { exact: true })).toHaveCount(0);
    expect(count()).toBe(3);
  });

  test(`on a phone a declined card’s message is in view: ${lang}`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere', lang });
    const { page, person, t } = journey;
    await page.setViewportSize(phone);
    await resume(page, await enter(request, person, 'billed'), '/payment');
    await journey.submitBilling();
    await journey.fillCard(cards.declined);
    await journey.submitCard();
    await journey.pay();
    await expect(page.getByRole('alert').filter({ hasText: t('payment_method_declined') })).toBeInViewport();
  });

  test(`an offline payment shows a message, and completes once online: ${lang}`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere', lang });
    const { page, person, t } = journey;
    await page.setViewportSize(phone);
    await resume(page, await enter(request, person, 'billed'), '/payment');
    await journey.submitBilling();
    await journey.fillCard();
    await journey.submitCard();
    await page.context().setOffline(true);
    await journey.pay();
    await expect(page.getByText(t('review_offline'), { exact: true })).toBeInViewport();
    await page.context().setOffline(false);
    await expect(page.getByText(t('review_offline'), { exact: true })).toHaveCount(0);
    await journey.fillCredentials();
  });
}
