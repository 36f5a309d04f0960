import { literal } from './journey.js';
import { misbehave } from './misbehave.js';
import { enter, resume } from './signup.js';
import { expect, setting, test } from './test.js';
import { otherLanguage } from './words.js';

test('a failure without a text in the widget is shown with the server’s text', async ({ start }) => {
  const journey = await start({ lang: otherLanguage });
  const { page } = journey;
  const words = 'El servicio se está mudando. Intente de nuevo en una hora.';
  await misbehave(page, { failing: { '/v1/signups': { status: 503, code: 'service_moving', detail: words } } });
  await page.goto('/app/join/step1');
  await journey.fillParent();
  await journey.button('continue').click();
  await expect(page.getByText(words, { exact: true })).toBeVisible();
});

test('every step shows errors beside the field and in the summary, and keeps the input', { tag: '@smoke' }, async ({ start }) => {
  const journey = await start();
  const { page, person, t, hands } = journey;
  const required = t('field_required');

  await test.step('parent', async () => {
    await journey.chooseParents();
    await journey.button('continue').click();
    await journey.expectSummary(4);
    for (const code of ['field_first_name', 'field_last_name', 'field_email']) await journey.expectFault(journey.field(code), t(code), required);

    await hands.fill(journey.field('field_first_name'), 'Maya 🌻');
    await hands.fill(journey.field('field_last_name'), 'A name of more than twenty');
    await hands.fill(journey.field('field_email'), 'maya@home');
    await hands.fill(journey.field('field_phone'), '555');
    await journey.button('continue').click();
    await journey.expectSummary(4);
    await journey.expectFault(journey.field('field_first_name'), t('field_first_name'), t('name_emoji'));
    await journey.expectFault(journey.field('field_last_name'), t('field_last_name'), t('name_length', { min: 1, max: 20 }));
    await journey.expectFault(journey.field('field_email'), t('field_email'), t('email_invalid'));
    await journey.expectFault(journey.field('field_phone'), t('field_phone'), t('phone_length', { min: 8, max: 15 }));
    await expect(journey.field('field_first_name')).toHaveValue('Maya 🌻');

    await page.getByRole('link', { name: `${t('field_email')}: ${t('email_invalid')}` }).click();
    await expect(journey.field('field_email')).toBeFocused();
    await journey.fillParent();
    await journey.submitParent();
  });

  await test.step('co-parent and children', async () => {
    await journey.button('continue').click();
    await journey.expectSummary(3);
    await journey.fillFamily();
    await hands.fill(journey.field('field_email'), person.email);
    const child = page.getByRole('group', { name: t('children_first'), exact: true });
    await hands.fill(journey.field('field_last_name', child), '');
    await journey.button('continue').click();
    await journey.expectSummary(2);
    await journey.expectFault(journey.field('field_email'), t('field_email'), t('coparent_email_same'));
    await journey.expectFault(journey.field('field_last_name', child), `${t('children_first')}, ${t('field_last_name')}`, required);
    await expect(journey.field('field_first_name', child)).toHaveValue(person.child.firstName);

    // Without an email the phone is required, and must differ from the parent's own.
    await page.getByRole('checkbox', { name: t('family_no_email') }).click();
    await hands.fill(journey.field('field_phone'), person.phone);
    await hands.fill(journey.field('field_last_name', child), person.lastName);
    await journey.button('continue').click();
    await journey.expectFault(journey.field('field_phone'), t('field_phone'), t('coparent_phone_same'));
    await page.getByRole('checkbox', { name: t('family_no_email') }).click();
    await hands.fill(journey.field('family_phone_optional'), '');
    await hands.fill(journey.field('field_email'), person.coParent.email);
    await journey.submitFamily();
  });

  await test.step('billing', async () => {
    await journey.choosePackage();
    await expect(journey.select('billing_state')).toBeVisible();
    await journey.button('billing_continue').click();
    await expect(page.getByRole('group', { name: new RegExp(t('summary_title_other', { count: '\\d' })) })).toBeFocused();
    await journey.expectFault(journey.addressLine(), t('billing_address'), required);
    await journey.expectFault(journey.field('billing_city'), t('billing_city'), required);
    await journey.expectFault(journey.select('billing_state'), t('billing_state'), required);

    await journey.fillBilling();
    await hands.fill(journey.field('billing_zip'), '90210');
    await journey.button('billing_continue').click();
    await journey.expectSummary(1);
    await journey.expectFault(journey.field('billing_zip'), t('billing_zip'), t('postal_code_state'));
    await expect(journey.addressLine()).toHaveValue('1 Market Street');
    await hands.fill(journey.field('billing_zip'), '19103');
    await journey.submitBilling();
  });

  await test.step('card', async () => {
    await expect(journey.button('payment_review_order')).toBeDisabled();
    await hands.fillFrame(journey.cardField('number'), '4111111111111112');
    await hands.fillFrame(journey.cardField('expirationDate'), '1320');
    await hands.fillFrame(journey.cardField('cvv'), '1');
    await hands.fill(journey.field('payment_cardholder'), 'Maya Ortiz');
    for (const [label, message] of [
      ['payment_card_number', 'card_number_invalid'],
      ['payment_expiration', 'card_expiration_invalid'],
      ['payment_cvv', 'card_cvv_invalid'],
    ] as const) {
      await expect(page.getByRole('group', { name: t(label), exact: true })).toHaveAccessibleDescription(new RegExp(t(message)));
    }
    await expect(journey.button('payment_review_order')).toBeDisabled();
    for (const field of ['number', 'expirationDate', 'cvv'] as const) await journey.cardField(field).fill('');
    await journey.fillCard();
    await journey.submitCard();
    await journey.pay();
  });

  await test.step('credentials', async () => {
    await expect(journey.heading('credentials_title')).toBeFocused();
    const username = journey.field('credentials_username');
    const password = page.getByLabel(t('credentials_password'), { exact: true });
    await expect(journey.button('credentials_submit')).toBeDisabled();
    for (const [text, message] of [
      ['maya', t('validUsernameLength_error', { min: 6, max: 30 })],
      ['@mayaortiz', t('validUsernameAtSymbol_error')],
      ['maya ortiz', t('validUsernameRequirement_error')],
    ] as const) {
      await hands.fill(username, text);
      await username.blur();
      await expect(username).toHaveAccessibleDescription(new RegExp(`${literal(message)}$`));
    }
    await hands.fill(username, person.username);
    await hands.fill(password, 'short');
    const rule = (code: string) => page.getByRole('listitem').filter({ hasText: t(code) });
    await expect(rule('password_rule_length')).toContainText(t('credentials_unmet'));
    await expect(journey.button('credentials_submit')).toBeDisabled();
    await hands.fill(password, person.password);
    await expect(rule('password_rule_length')).not.toContainText(t('credentials_unmet'));
    await journey.submitCredentials();
  });

  await test.step('the name is taken for the next one', async () => {
    const login = await page.request.post(`${setting('COJOIN_URL')}/login`, {
      form: { submit: 'Log In', _eventId: 'submit', username: person.username, password: 'not-this-one-1!' },
    });
    expect(await login.text()).toContain('login_error');
  });
});

test('no more children can be added than are accepted', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await resume(page, await enter(request, person, 'family'), '/step2');
  const children = page.getByRole('group', {
    name: new RegExp(`^(${t('children_first')}|${t('children_nth', { number: 0 }).replace('0', '\\d+')})$`),
  });
  for (let n = 1; n < 20; n += 1) {
    await expect(children).toHaveCount(n);
    await journey.button('children_add').click();
  }
  await expect(children).toHaveCount(20);
  await expect(journey.button('children_add')).toHaveCount(0);
});
