import { mailsTo } from './outbox.js';
import { expect, test } from './test.js';
import { defaultLanguage, languages } from './words.js';

/** The partner coupon's discount on Premium for a year, and the rest: 20 % of 219.99, whatever the link claims. */
const [off, left] = ['44.00', '175.99'];

for (const lang of languages) {
  test(`a partner's link has one price, from the banner to the mailed receipt: ${lang}`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere', lang });
    const { page, person, t } = journey;
    await page.setViewportSize(lang === defaultLanguage ? { width: 1280, height: 900 } : { width: 360, height: 740 });
    const main = page.getByRole('main');
    await page.goto(`/app/join/step1?discount=true&referrer=familylaw&pct=${btoa('50')}`);
    const banner = page.getByText(t('savenow_text', { percentage: 20 }), { exact: true });
    await expect(banner).toBeVisible();
    await journey.fillParent();
    await journey.submitParent();
    await journey.fillFamily();
    await journey.submitFamily();

    await expect(banner).toBeVisible();
    await expect(page.getByText(t('packages_off', { percent: 20 })).first()).toBeVisible();
    await expect(main).toContainText(left);
    await journey.choosePackage();
    await journey.fillBilling();
    await journey.submitBilling();
    await expect(main).toContainText(off);
    await journey.fillCard();
    await journey.submitCard();
    await expect(main).toContainText(off);
    await journey.pay();
    await journey.fillCredentials();
    await journey.submitCredentials();
    await expect(main).toContainText(off);
    await expect(banner).toHaveCount(0);
    await expect
      .poll(async () => (await mailsTo(request, person.email)).find(({ kind }) => kind === 'receipt')?.text, { timeout: 20_000 })
      .toContain(off);
  });
}
