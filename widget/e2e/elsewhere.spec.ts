import { Journey } from './journey.js';
import { mailedLink } from './outbox.js';
import { expect, test } from './test.js';
import { defaultLanguage, languages } from './words.js';

for (const lang of languages) {
  test(`a sign-up goes on, on another device, by a mailed link: ${lang}`, { tag: '@smoke' }, async ({ start, request }) => {
    const here = await start({ lang });
    const { person } = here;
    await here.page.setViewportSize(lang === defaultLanguage ? { width: 1280, height: 900 } : { width: 360, height: 740 });

    await test.step('the link is requested at the second step', async () => {
      await here.chooseParents();
      await here.fillParent();
      await here.submitParent();
      await here.hands.press(here.button('link_send'));
      await expect(here.page.getByText(here.t('elsewhere_sent', { email: person.email }))).toBeVisible();
    });

    // The other device has another language: the sign-up keeps its own.
    const { page, hands } = await start({ place: 'nowhere', lang: languages.find((other) => other !== lang) ?? lang });
    const there = new Journey(page, hands, here.t, person);
    const link = await mailedLink(request, person.email, 'signup_link', '/app/join/resume');
    await test.step('the other device continues at the same step, with the input', async () => {
      await page.goto(link);
      await expect(there.heading('family_title')).toBeVisible();
      await expect(page.getByText(there.t('notice_resumed'))).toBeVisible();
      expect(page.url()).not.toMatch(/token|signupId/);
      await page.goto('/app/join/step1');
      await expect(there.field('field_email')).toHaveValue(person.email);
    });

    await test.step('both go on until the other writes; from then on the link is needed here, too', async () => {
      await here.fillFamily();
      await here.submitFamily();
      await page.goto('/app/join/step2');
      await expect(there.field('field_first_name').first()).toHaveValue(person.coParent.firstName);
      await there.submitFamily();
      await here.page.reload();
      await expect(here.page.getByText(here.t('notice_session_lost'))).toBeVisible();
      await here.page.goto(link);
      await expect(here.page.getByText(here.t('notice_resumed'))).toBeVisible();
    });

    await test.step('a payment on one device moves the other forward', async () => {
      await there.choosePackage();
      await there.fillBilling();
      await there.submitBilling();
      await there.fillCard();
      await there.submitCard();
      await there.pay();
      await expect(there.heading('credentials_title')).toBeFocused();
      await here.page.reload();
      await expect(here.heading('credentials_title')).toBeVisible();
      // A third device opens a link, which works as long as the sign-up isn't finished.
      const third = await start({ place: 'nowhere', lang });
      await third.page.goto(link);
      await expect(third.heading('credentials_title')).toBeVisible();
    });
  });
}
