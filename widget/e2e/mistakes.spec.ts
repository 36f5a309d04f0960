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
  const { page, person, say, hands } = journey;
  const required = say('field_required');

  await test.step('parent', async () => {
    await journey.chooseParents();
    await journey.button('continue').click();
    await journey.expectSummary(4);
    for (const code of ['field_first_name', 'field_last_name', 'field_email']) await journey.expectFault(journey.field(code), say(code), required);

    await hands.fill(journey.field('field_first_name'), 'Maya 🌻');
    await hands.fill(journey.field('field_last_name'), 'A name of more than twenty');
    await hands.fill(journey.field('field_email'), 'maya@home');
    await hands.fill(journey.field('field_phone'), '555');
    await journey.button('continue').click();
    await journey.expectSummary(4);
    await journey.expectFault(journey.field('field_first_name'), say('field_first_name'), say('name_emoji'));
    await journey.expectFault(journey.field('field_last_name'), say('field_last_name'), say('name_length', { min: 1, max: 20 }));
    await journey.expectFault(journey.field('field_email'), say('field_email'), say('email_invalid'));
    await journey.expectFault(journey.field('field_phone'), say('field_phone'), say('phone_length', { min: 8, max: 15 }));
    await expect(journey.field('field_first_name')).toHaveValue('Maya 🌻');

    await page.getByRole('link', { name: `${say('field_email')}: ${say('email_invalid')}` }).click();
    await expect(journey.field('field_email')).toBeFocused();
    await journey.fillParent();
    await journey.submitParent();
  });

  await test.step('co-parent and children', async () => {
    await journey.button('continue').click();
    await journey.expectSummary(3);
    await journey.fillFamily();
    await hands.fill(journey.field('field_email'), person.email);
    const child = page.getByRole('group', { name: say('children_first'), exact: true });
    await hands.fill(journey.field('field_last_name', child), '');
    await journey.button('continue').click();
    await journey.expectSummary(2);
    await journey.expectFault(journey.field('field_email'), say('field_email'), say('coparent_email_same'));
    await journey.expectFault(journey.field('field_last_name', child), `${say('children_first')}, ${say('field_last_name')}`, required);
    await expect(journey.field('field_first_name', child)).toHaveValue(person.child.firstName);

    // Without an email the phone is required, and must differ from the parent's own.
    await page.getByRole('checkbox', { name: say('family_no_email') }).click();
    await hands.fill(journey.field('field_phone'), person.phone);
    await hands.fill(journey.field('field_last_name', child), person.lastName);
    await journey.button('continue').click();
    await journey.expectFault(journey.field('field_phone'), say('field_phone'), say('coparent_phone_same'));
    await page.getByRole('checkbox', { name: say('family_no_email') }).click();
    await hands.fill(journey.field('family_phone_optional'), '');
    await hands.fill(journey.field('field_email'), person.coParent.email);
    await journey.submitFamily();
  });

  await test.step('billing', async () => {
    await journey.choosePackage();
    await expect(journey.select('billing_state')).toBeVisible();
    await journey.button('billing_continue').click();
    await expect(page.getByRole('group', { name: new RegExp(say('summary_title_other', { count: '\\d' })) })).toBeFocused();
    await journey.expectFault(journey.addressLine(), say('billing_address'), required);
    await journey.expectFault(journey.field('billing_city'), say('billing_city'), required);
    await journey.expectFault(journey.select('billing_state'), say('billing_state'), required);

    await journey.fillBilling();
    await hands.fill(journey.field('billing_zip'), '90210');
    await journey.button('billing_continue').click();
    await journey.expectSummary(1);
    await journey.expectFault(journey.field('billing_zip'), say('billing_zip'), say('postal_code_state'));
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
      await expect(page.getByRole('group', { name: say(label), exact: true })).toHaveAccessibleDescription(new RegExp(say(message)));
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
    const password = page.getByLabel(say('credentials_password'), { exact: true });
    await expect(journey.button('credentials_submit')).toBeDisabled();
    for (const [text, message] of [
      ['maya', say('validUsernameLength_error', { min: 6, max: 30 })],
      ['@mayaortiz', say('validUsernameAtSymbol_error')],
      ['maya ortiz', say('validUsernameRequirement_error')],
    ] as const) {
      await hands.fill(username, text);
      await username.blur();
      await expect(username).toHaveAccessibleDescription(new RegExp(`${literal(message)}$`));
    }
    await hands.fill(username, person.username);
    await hands.fill(password, 'short');
    const rule = (code: string) => page.getByRole('listitem').filter({ hasText: say(code) });
    await expect(rule('password_rule_length')).toContainText(say('credentials_unmet'));
    await expect(journey.button('credentials_submit')).toBeDisabled();
    await hands.fill(password, person.password);
    await expect(rule('password_rule_length')).not.toContainText(say('credentials_unmet'));
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
  const { page, person, say } = journey;
  await resume(page, await enter(request, person, 'family'), '/step2');
  const children = page.getByRole('group', {
    name: new RegExp(`^(${say('children_first')}|${say('children_nth', { number: 0 }).replace('0', '\\d+')})$`),
  });
  for (let n = 1; n < 20; n += 1) {
    await expect(children).toHaveCount(n);
    await journey.button('children_add').click();
  }
  await expect(children).toHaveCount(20);
  await expect(journey.button('children_add')).toHaveCount(0);
});
