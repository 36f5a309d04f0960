import { mailsTo } from './outbox.js';
import { cards } from './people.js';
import { expect, test } from './test.js';
import { languages, wordsOf } from './words.js';

test('a declined card charges nothing and loses nothing; a good card then pays', { tag: '@smoke' }, async ({ start, request, lang }) => {
  const journey = await start();
  const { page, person, t } = journey;
  await journey.walkToPayment();
  await journey.fillCard(cards.declined);
  await journey.submitCard();
  await journey.pay();

  await expect(journey.heading('payment_title')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: t('payment_method_declined') })).toBeVisible();
  // The reason of the decline is shown in the current language.
  const language = page.getByRole('combobox', { name: t('header_language') });
  const another = languages.find((each) => each !== lang) ?? lang;
  await language.selectOption(another);
  const other = wordsOf(another);
  await expect(page.getByRole('alert').filter({ hasText: other('payment_method_declined') })).toBeVisible();
  await page.getByRole('combobox', { name: other('header_language') }).selectOption(lang);
  await expect(page.getByRole('alert').filter({ hasText: t('payment_method_declined') })).toBeVisible();
  await expect(journey.field('payment_cardholder')).toHaveValue(`${person.firstName} ${person.lastName}`);
  await page.getByRole('button', { name: t('payment_stage_billing'), exact: true }).click();
  await expect(journey.addressLine()).toHaveValue('1 Market Street');
  await expect(journey.field('billing_zip')).toHaveValue('19103');
  await expect(journey.select('billing_state')).toHaveValue('PA');
  await journey.submitBilling();

  await journey.fillCard(cards.good);
  await journey.submitCard();
  await journey.pay();
  await journey.fillCredentials();
  await journey.submitCredentials();

  // The receipt was sent once the second card had paid.
  await expect(async () => {
    expect((await mailsTo(request, person.email)).map((mail) => mail.kind)).toEqual(['receipt']);
  }).toPass({ timeout: 20_000 });
});
