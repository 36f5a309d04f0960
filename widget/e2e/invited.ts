import { expect, type Locator } from '@playwright/test';
import { professional, type Link } from './inviter.js';
import type { Journey } from './journey.js';

/** An invited parent in a browser: the screens that other parents don't have. */
export class Invited {
  constructor(readonly journey: Journey) {}

  /** Opens the link; the address bar and every address that the page can read lose its secrets immediately. */
  async open(link: Link) {
    const { page } = this.journey;
    await page.goto(link.href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The page removes both from its address; the browser reports that a moment later.
    await expect(page).not.toHaveURL((url) => url.href.includes(link.token) || url.href.includes(link.userId));
  }

  async expectWelcome({ isPaid, isByPro }: { isPaid: boolean; isByPro: boolean }) {
    const { journey } = this;
    const { page, person, t } = journey;
    await expect(page.getByRole('heading', { name: t('invite_welcome_title', { name: person.firstName }), exact: true })).toBeVisible();
    const inviting = isByPro ? t('invite_welcome_pro', { pro: `${professional.firstName} ${professional.lastName}` }) : t('invite_welcome_family');
    await expect(page.getByRole('heading', { name: inviting, exact: true })).toBeVisible();
    await expect(page.getByText(`${person.firstName} ${person.lastName} (${t('invite_welcome_you')})`, { exact: true })).toBeVisible();
    await expect(page.getByText(t('invite_welcome_paid'), { exact: true })).toHaveCount(isPaid ? 1 : 0);
  }

  async start() {
    await this.journey.hands.press(this.journey.button('invite_get_started'));
    await expect(this.journey.heading('parent_title')).toBeFocused();
  }

  /** Step 1: the invitation's data are filled in already. */
  async fillStep1() {
    const { journey } = this;
    const { hands, person, t, page } = journey;
    await expect(journey.field('field_first_name')).toHaveValue(person.firstName);
    await expect(journey.field('field_email')).toHaveValue(person.email);
    await hands.fill(journey.field('field_phone'), person.phone);
    const referral = this.select('billing_referral');
    await expect(referral.locator('option[value="SEARCH_ENGINE"]')).toBeAttached();
    await hands.choose(referral, (await referral.locator('option[value="SEARCH_ENGINE"]').textContent()) ?? '');
    const question = this.select('invite_security_question');
    await hands.choose(question, (await question.locator('option').nth(1).textContent()) ?? '');
    await hands.fill(journey.field('invite_security_answer'), 'Rex the dog');
    await hands.fill(page.getByLabel(t('invite_security_code'), { exact: true }), '8361');
    await hands.fill(page.getByLabel(t('invite_security_confirm'), { exact: true }), '8361');
  }

  async submitStep1(next: string) {
    await this.journey.hands.press(this.journey.button('continue'));
    await expect(this.journey.heading(next)).toBeFocused();
  }

  /** Fills in only the address: step 1 had the referral. */
  async fillAddress() {
    const { journey } = this;
    const { hands, t } = journey;
    await journey.fillAddressLine('77 Guest Road');
    await hands.fill(journey.field('billing_city'), 'Pittsburgh');
    await hands.choose(journey.select('billing_state'), t('billing_state') === 'State' ? 'Pennsylvania' : 'Pensilvania');
    await hands.fill(journey.field('billing_zip'), '15213');
    await expect(this.select('billing_referral')).toHaveCount(0);
  }

  async payByCard() {
    const { journey } = this;
    await this.fillAddress();
    await journey.submitBilling();
    await expect(journey.page.getByRole('checkbox', { name: journey.t('payment_coparent') })).toHaveCount(0);
    await journey.fillCard();
    await journey.submitCard();
    await journey.pay();
  }

  async agreeToTerms() {
    const { page, hands, t } = this.journey;
    await expect(this.journey.button('credentials_submit')).toBeDisabled();
    await hands.tick(page.getByRole('checkbox', { name: new RegExp(t('review_terms_link').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')) }));
  }

  private select(code: string): Locator {
    return this.journey.page.getByRole('combobox', { name: this.journey.t(code), exact: true });
  }
}
