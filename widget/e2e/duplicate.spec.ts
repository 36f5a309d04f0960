import type { APIRequestContext } from '@playwright/test';
import { inviteByParent, inviter } from './inviter.js';
import type { Journey } from './journey.js';
import { mailedLink } from './outbox.js';
import { newPerson } from './people.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';

test('a parent with an account gets the duplicate screen, and the sign-up is forgotten', { tag: '@smoke' }, async ({ start }) => {
  const journey = await start();
  const { page, person, t } = journey;
  const { email } = await inviteByParent(newPerson(), 'own');
  await page.goto('/app/join/step1');
  await journey.fillParent();
  await journey.hands.fill(journey.field('field_email'), email.toUpperCase());
  await journey.button('continue').click();
  await expect(journey.heading('duplicate_title')).toBeFocused();
  await expect(page.getByText(t('duplicate_parent_text'), { exact: true })).toBeVisible();
  await expect(
    page.getByText(t('duplicate_parent_who', { name: `${person.firstName} ${person.lastName}`, email: email.toUpperCase() })),
  ).toBeVisible();
  await expect(journey.field('field_email')).toHaveValue(email.toUpperCase());
  await expect(journey.button('link_send')).toBeVisible();
  await page.reload();
  await expect(page.getByText(t('duplicate_parent_text'), { exact: true })).toBeVisible();
  await journey.button('duplicate_restart').click();
  await expect(journey.heading('chooser_title')).toBeFocused();
  await page.goto('/app/join/step2');
  await expect(journey.heading('parent_title')).toBeVisible();
  await expect(journey.field('field_first_name')).toHaveValue('');
});

/** Begins a sign-up, continues it by the mailed link and returns to step 1. Only then does the server compare name and phone with accounts. */
async function continueByMail(journey: Journey, request: APIRequestContext): Promise<void> {
  const { page, person, t, hands } = journey;
  await page.goto('/app/join/step1');
  await journey.fillParent();
  await journey.button('continue').click();
  await expect(journey.heading('family_title')).toBeFocused();
  await hands.press(journey.button('link_send'));
  await expect(page.getByText(t('elsewhere_sent', { email: person.email }))).toBeVisible();
  await page.goto(await mailedLink(request, person.email, 'signup_link', '/app/join/resume'));
  await expect(page.getByText(t('notice_resumed'))).toBeVisible();
  await page.goto('/app/join/step1');
  await expect(journey.field('field_email')).toHaveValue(person.email);
}

test('an account with the same name and phone isn’t disclosed before the mailbox is proved', async ({ start }) => {
  const journey = await start();
  const { page, hands } = journey;
  const { phone } = await inviteByParent(newPerson(), 'own');
  await page.goto('/app/join/step1');
  await journey.fillParent();
  await hands.fill(journey.field('field_first_name'), inviter.firstName);
  await hands.fill(journey.field('field_last_name'), inviter.lastName);
  await hands.fill(journey.field('field_phone'), phone);
  await journey.button('continue').click();
  await expect(journey.heading('family_title')).toBeFocused();
});

test('name and phone of an account show one warning, and the sign-up can continue', async ({ start, request }) => {
  const journey = await start();
  const { page, person, t } = journey;
  const { phone } = await inviteByParent(newPerson(), 'own');
  await continueByMail(journey, request);
  await journey.hands.fill(journey.field('field_first_name'), inviter.firstName);
  await journey.hands.fill(journey.field('field_last_name'), inviter.lastName);
  await journey.hands.fill(journey.field('field_phone'), phone);
  await journey.button('continue').click();
  await expect(page.getByText(t('parent_warning_title'), { exact: true })).toBeVisible();
  await expect(journey.field('field_email')).toHaveValue(person.email);
  await journey.hands.press(journey.button('parent_warning_continue'));
  await expect(journey.heading('family_title')).toBeFocused();
});

test('a co-parent’s earlier invitation of this parent is offered instead', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  // Both sign up; the other parent finishes first.
  const signup = await enter(request, person, 'family');
  const { email } = await inviteByParent(person, 'own');
  await resume(page, signup, '/step2');
  await hands.fill(journey.field('field_first_name').first(), inviter.firstName);
  await hands.fill(journey.field('field_last_name').first(), inviter.lastName);
  await hands.fill(journey.field('field_email'), email);
  await journey.button('continue').click();
  await expect(journey.heading('duplicate_title')).toBeFocused();
  await expect(
    page.getByText(t('duplicate_coparent_who', { name: `${inviter.firstName} ${inviter.lastName}`, email }), { exact: true }),
  ).toBeVisible();
});

test('a co-parent with another account is warned of, with the support phone, and once confirmed the sign-up goes on', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  const { email } = await inviteByParent(newPerson(), 'own');
  await resume(page, await enter(request, person, 'family'), '/step2');
  await hands.fill(journey.field('field_first_name').first(), 'Daniel');
  await hands.fill(journey.field('field_last_name').first(), 'Reyes');
  await hands.fill(journey.field('field_email'), email);
  await journey.button('continue').click();
  await expect(page.getByText(t('family_warning_title'), { exact: true })).toBeVisible();
  await expect(page.getByText(/\d{3}/).filter({ hasText: t('family_warning_text', { phone: '' }).slice(0, 40) })).toBeVisible();
  await hands.press(journey.button('continue'));
  await expect(journey.heading('packages_title')).toBeFocused();
});

test('with packagesV2 the sign-up stops for such a co-parent, is kept, and goes on with their other details', async ({ start, request }) => {
  const journey = await start();
  const { page, person, t, hands } = journey;
  const { email } = await inviteByParent(newPerson(), 'own');
  await resume(page, await enter(request, person, 'family'), '/step2?flags=packagesV2:on');
  await hands.fill(journey.field('field_first_name').first(), 'Daniel');
  await hands.fill(journey.field('field_last_name').first(), 'Reyes');
  await hands.fill(journey.field('field_email'), email);
  await journey.button('continue').click();
  await expect(page.getByText(t('family_warning_title'), { exact: true })).toBeVisible();
  await hands.press(journey.button('continue'));
  await expect(journey.heading('duplicate_title')).toBeFocused();
  await expect(page.getByText(t('duplicate_kept'), { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(t('duplicate_kept'), { exact: true })).toBeVisible();
  await journey.button('duplicate_change').click();
  await expect(journey.heading('family_title')).toBeVisible();
  await expect(journey.field('field_email')).toHaveValue(email);
  await hands.fill(journey.field('field_email'), `another.${email}`);
  await journey.button('continue').click();
  await expect(journey.heading('packages_title')).toBeFocused();
});

test('a confirmed parent outside the base group gets the parent’s explanation, after the co-parent step', async ({ start, request }) => {
  const journey = await start();
  const { page, person, t, hands } = journey;
  const { phone } = await inviteByParent(newPerson(), 'own', 'CA');
  await continueByMail(journey, request);
  await hands.fill(journey.field('field_first_name'), inviter.firstName);
  await hands.fill(journey.field('field_last_name'), inviter.lastName);
  await hands.fill(journey.field('field_phone'), phone);
  await journey.button('continue').click();
  await hands.press(journey.button('parent_warning_continue'));
  await expect(journey.heading('family_title')).toBeFocused();
  await hands.fill(journey.field('field_first_name').first(), 'Daniel');
  await hands.fill(journey.field('field_last_name').first(), 'Reyes');
  await hands.fill(journey.field('field_email'), person.coParent.email);
  await journey.button('continue').click();
  await expect(journey.heading('duplicate_title')).toBeFocused();
  await expect(page.getByText(t('duplicate_parent_who', { name: `${inviter.firstName} ${inviter.lastName}`, email: person.email }))).toBeVisible();
  await expect(page.getByText(t('duplicate_kept'), { exact: true })).toBeHidden();
});

test('another co-parent with an account is warned of again', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  const [first, second] = [await inviteByParent(newPerson(), 'own'), await inviteByParent(newPerson(), 'own')];
  await resume(page, await enter(request, person, 'family'), '/step2');
  await hands.fill(journey.field('field_first_name').first(), 'Daniel');
  await hands.fill(journey.field('field_last_name').first(), 'Reyes');
  for (const { email } of [first, second]) {
    await hands.fill(journey.field('field_email'), email);
    await journey.button('continue').click();
    await expect(page.getByText(t('family_warning_title'), { exact: true })).toBeVisible();
    await expect(journey.field('field_email')).toHaveValue(email);
  }
  await hands.press(journey.button('continue'));
  await expect(journey.heading('packages_title')).toBeFocused();
  await page.goto('/app/join/step2');
  await hands.fill(journey.field('field_email'), first.email);
  await journey.button('continue').click();
  await expect(page.getByText(t('family_warning_title'), { exact: true })).toBeVisible();
});
