import { inviteByProfessional } from './inviter.js';
import { mailedLink } from './outbox.js';
import { expect, test } from './test.js';
import { languages } from './words.js';

/*
 * The link in the email by which an invitee reports an unknown inviter. Its page works without the widget.
 */

for (const lang of languages) {
  test(`a stranger’s invitation is refused by its mail: ${lang}`, async ({ start, request }) => {
    const { page, hands, t, person } = await start({ place: 'nowhere', lang });
    await page.setViewportSize({ width: 360, height: 740 });
    await inviteByProfessional(request, person, lang);
    const link = await mailedLink(request, person.email, 'invitation', `/app/mail/unknown\\?lang=${lang}`);
    const button = (code: string) => page.getByRole('button', { name: t(code) });
    const heading = (code: string) => page.getByRole('heading', { level: 1, name: t(code) });

    await test.step('the token leaves the address, and without an answer both buttons stay', async () => {
      await page.goto(link);
      await expect(heading('question_unknown_title')).toBeVisible();
      expect(new URL(page.url()).hash).toBe('');
      await page.route('**/v1/invite/refusal*', (route) => route.abort());
      await hands.press(button('question_unknown_action'));
      await expect(page.getByRole('alert')).toHaveText(t('question_failed'));
      await page.unroute('**/v1/invite/refusal*');
    });
    await test.step('one press refuses this sender', async () => {
      const sent = page.waitForRequest('**/v1/invite/refusal*');
      await hands.press(button('question_unknown_action'));
      await expect(heading('question_unknown_done_title')).toBeFocused();
      expect(new URL((await sent).url()).search).toBe('');
    });
    await test.step('the other, after a reload, refuses all senders', async () => {
      await page.reload();
      const sent = page.waitForRequest('**/v1/invite/refusal*');
      await hands.press(button('question_unknown_also'));
      await expect(heading('question_unknown_done_title')).toBeFocused();
      expect(new URL((await sent).url()).search).toBe('?everyone=true');
    });
    await test.step('a truncated link shows an error', async () => {
      await page.goto('about:blank');
      await page.goto(link.slice(0, -4));
      await hands.press(button('question_unknown_action'));
      await expect(heading('question_ended_title')).toBeFocused();
    });
  });
}
