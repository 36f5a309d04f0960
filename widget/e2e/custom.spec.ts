import { expectCharges } from './ledger.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';

/** Two years with 5 GB and unlimited calls, before tax and with Pennsylvania's. */
const price = { subtotal: '323.98', total: '343.42' };

for (const layout of ['control', 'treatment'] as const) {
  test(`a parent builds a package (${layout} layout), changes it from payment, and pays for it`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, person, t } = journey;
    await resume(page, await enter(request, person, 'package'), `/step3?flags=grow805:${layout}`);
    await journey.button('packages_build').click();
    await expect(journey.heading('custom_title')).toBeFocused();
    const pick = (name: RegExp) => page.getByRole('radio', { name }).check({ force: true });

    // The free options are preselected; only one layout shows prices beside the options.
    await expect(page.getByRole('radio', { name: new RegExp(t('option_myfiles1gb')) })).toBeChecked();
    await expect(page.getByRole('radio', { name: new RegExp(t('option_callsbasic')) })).toBeChecked();
    for (const group of ['custom_storage', 'custom_calls']) {
      const free = page.getByRole('group', { name: t(group) }).getByText(t('custom_free'), { exact: true });
      await expect(free).toHaveCount(layout === 'treatment' ? 1 : 0);
    }
    await expect(page.getByRole('region', { name: t('custom_summary') })).toHaveCount(layout === 'treatment' ? 1 : 0);
    await expect(page.getByText(t('custom_later'), { exact: true })).toHaveCount(layout === 'control' ? 1 : 0);

    await pick(new RegExp(`^${t('packages_years', { count: 2 })}$`));
    await pick(new RegExp(t('option_myfiles5gb')));
    await pick(new RegExp(t('option_callspremium')));
    if (layout === 'treatment') await expect(page.getByRole('region', { name: t('custom_summary') })).toContainText(price.subtotal);
    await journey.button('custom_submit').click();
    await expect(journey.heading('billing_title')).toBeFocused();
    await expect(page.getByRole('region', { name: t('summary_heading') })).toContainText(price.subtotal);

    // After the browser's Back, the selection is still there.
    await page.goBack();
    await expect(journey.heading('custom_title')).toBeVisible();
    await expect(page.getByRole('radio', { name: new RegExp(t('option_callspremium')) })).toBeChecked();
    await journey.button('custom_submit').click();
    await journey.fillBilling();
    await journey.submitBilling();
    await journey.fillCard();
    await journey.submitCard();
    await journey.pay();
    await expect(journey.heading('credentials_title')).toBeFocused();
    await expectCharges(request, person, [{ amount: price.total, currency: 'USD', paymentInstrument: 'credit_card' }]);
  });
}
