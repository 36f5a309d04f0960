import { mailedLink } from './outbox.js';
import { enter, payElsewhere } from './signup.js';
import { expect, test } from './test.js';
import { languages } from './words.js';

for (const lang of languages) {
  test(
    `a payer who closed the tab finishes from the receipt and later replaces a forgotten password: ${lang}`,
    {
      tag: '@smoke',
    },
    async ({ start, request }) => {
      const journey = await start({ place: 'nowhere', lang });
      const { page, person, t, hands } = journey;
      const signup = await enter(request, person, 'billed');
      await payElsewhere(request, signup, { nonce: 'fake-valid-visa-nonce' });

      await test.step('username and password by the link of the receipt', async () => {
        await page.goto(await mailedLink(request, person.email, 'receipt', '/app/join/credentials'));
        await hands.fill(journey.field('credentials_username'), person.username);
        await hands.fill(journey.field('credentials_password'), person.password);
        await hands.press(journey.button('credentials_submit'));
        await expect(page.getByText(t('credentials_saved'))).toBeVisible();
        // The link is used up: a second try gets that message, with a way to another link.
        await page.goto('about:blank');
        await page.goto(await mailedLink(request, person.email, 'receipt', '/app/join/credentials'));
        await hands.fill(journey.field('credentials_username'), `${person.username}.2`);
        await page.keyboard.press('Tab');
        await expect(page.getByText(t('link_ended'))).toBeVisible();
      });

      await test.step('a new password by mail', async () => {
        await page.goto('/app/join/link');
        await hands.fill(journey.field('field_email'), person.email);
        await hands.press(journey.button('link_send'));
        await expect(page.getByText(t('link_sent', { email: person.email }))).toBeVisible();
        await page.goto(await mailedLink(request, person.email, 'password', '/app/join/password'));
        await expect(page).not.toHaveURL(/token/);
        await hands.fill(journey.field('password_new'), 'better-harbor-43!');
        await hands.press(journey.button('password_submit'));
        await expect(journey.heading('password_done_title')).toBeFocused();
        await expect(page.getByText(t('password_done_text', { username: person.username }))).toBeVisible();
      });

      await test.step('the old password opens nothing, the new one does', async () => {
        const auth = async (password: string) => {
          const answer = await page.request.post('/login', { form: { submit: 'Log In', _eventId: 'submit', username: person.username, password } });
          return ((await answer.json()) as { auth?: string }).auth !== undefined;
        };
        expect({ old: await auth(person.password), new: await auth('better-harbor-43!') }).toEqual({ old: false, new: true });
      });
    },
  );
}
