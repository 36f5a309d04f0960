import { expectCharges } from './ledger.js';
import type { Journey } from './journey.js';
import { enter, parentOf, resume, send } from './signup.js';
import { expect, test } from './test.js';

/** A package on sale in the United Kingdom, Premium for 2 years: no offer that comes and goes is for two years. */
const britishPremium = { id: 2064, price: '323.98' };

/** A card whose bank asks its customer. */
const asking = '4000000000001091';

/** The bank's question, in its frame. */
function question(journey: Journey) {
  const label = journey.say('payment_challenge');
  return { dialog: journey.page.getByRole('dialog', { name: label, exact: true }), frame: journey.page.frameLocator(`iframe[title="${label}"]`) };
}

test('a British card is charged once its bank has asked, and not where the answer was no', async ({ start, request }) => {
  const journey = await start();
  const { page, person, say } = journey;
  const british = { ...parentOf(person), phoneCountryCode: '+44', phoneNumber: `20${person.phone.slice(-8)}` };
  const signup = await enter(request, { ...person, phone: british.phoneNumber }, 'family');
  await send(request, signup, { sections: ['PARENT'], parent: british });
  const family = { coParent: person.coParent, knowsCoParentEmail: true, children: [] };
  await send(request, signup, { sections: ['FAMILY'], ...family });
  await send(request, signup, { sections: ['ORDER'], order: { packageId: britishPremium.id } });
  await send(request, signup, {
    sections: ['PARENT', 'ADDRESS', 'REFERRAL'],
    parent: { ...british, timeZone: 'Europe/London' },
    address: { line1: '10 Downing Street', line2: null, city: 'London', region: 'ENG', postalCode: 'SW1A 2AA', country: 'GB' },
    referral: { selection: 'SEARCH_ENGINE' },
  });
  await resume(page, signup, '/payment');
  await journey.submitBilling();
  await journey.fillCard(asking);
  const { dialog, frame } = question(journey);

  await journey.button('payment_review_order').click();
  await frame.getByRole('button').nth(1).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(say('payment_unconfirmed'), { exact: true })).toBeVisible();

  await journey.button('payment_review_order').click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: say('close'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(say('payment_unconfirmed'), { exact: true })).toBeVisible();

  await journey.button('payment_review_order').click();
  await frame.getByRole('button').first().click();
  await expect(journey.heading('review_title')).toBeFocused();
  await journey.hands.tick(page.getByRole('checkbox', { name: new RegExp(say('review_terms_link').replace('&', '.')) }));
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: britishPremium.price, currency: 'GBP', paymentInstrument: 'credit_card' }]);
});
