import { expect, type Locator, type Page } from '@playwright/test';
import type { Hands } from './hands.js';
import { cards, type Person } from './people.js';
import type { Words } from './words.js';

/** One sign-up in a browser: each step is a person's work on one screen, and ends on the next. */
export class Journey {
  constructor(
    readonly page: Page,
    readonly hands: Hands,
    readonly t: Words,
    readonly person: Person,
  ) {}

  heading(code: string): Locator {
    return this.page.getByRole('heading', { name: this.t(code), exact: true });
  }

  field(code: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('textbox', { name: this.t(code), exact: true });
  }

  /** Returns the first line of the address: it suggests in some countries and is a plain field in others. */
  addressLine(): Locator {
    return this.field('billing_address').or(this.page.getByRole('combobox', { name: this.t('billing_address'), exact: true }));
  }

  /** Types the address by hand, and ignores suggestions. */
  async fillAddressLine(text: string) {
    await this.hands.fill(this.addressLine(), text);
    await this.page.keyboard.press('Tab');
  }

  button(code: string): Locator {
    return this.page.getByRole('button', { name: this.t(code), exact: true });
  }

  /** Returns the native select of that name, once it can be used. */
  select(code: string): Locator {
    return this.page.locator('select').and(this.page.getByRole('combobox', { name: this.t(code), exact: true }));
  }

  /** Chooses an option by its value, and returns its label in the language. */
  async chooseValue(select: Locator, value: string): Promise<string> {
    const label = (await select.locator(`option[value="${value}"]`).textContent()) ?? '';
    await this.hands.choose(select, label);
    return label;
  }

  cardField(field: 'number' | 'expirationDate' | 'cvv'): Locator {
    return this.page.frameLocator(`iframe[name$="-${field}"]`).getByRole('textbox');
  }

  /** Expects the message at the field, and in the summary under the field's name. */
  async expectFault(field: Locator, label: string, message: string) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(`${literal(message)}$`));
    await expect(this.page.getByRole('link', { name: `${label}: ${message}`, exact: true })).toBeVisible();
  }

  /** Expects the summary to have the focus and to show the number of faults. */
  async expectSummary(count: number) {
    await expect(this.page.getByRole('group', { name: this.t('summary_title', { count }), exact: true })).toBeFocused();
  }

  async chooseParents() {
    await this.hands.press(this.page.getByRole('button', { name: new RegExp(`^${this.t('chooser_parents')}`) }));
    await expect(this.heading('status_title')).toBeFocused();
    await this.hands.press(this.page.getByRole('button', { name: new RegExp(`^${this.t('status_no')}\\b`) }));
    await expect(this.heading('parent_title')).toBeFocused();
  }

  async fillParent() {
    const { hands, person } = this;
    await hands.fill(this.field('field_first_name'), person.firstName);
    await hands.fill(this.field('field_last_name'), person.lastName);
    await hands.fill(this.field('field_email'), person.email);
    await hands.fill(this.field('field_phone'), person.phone);
  }

  async submitParent() {
    await this.hands.press(this.button('continue'));
    await expect(this.heading('family_title')).toBeFocused();
  }

  async fillFamily() {
    const { hands, person, page } = this;
    const { coParent, child } = person;
    await hands.fill(this.field('field_first_name').first(), coParent.firstName);
    await hands.fill(this.field('field_last_name').first(), coParent.lastName);
    await hands.fill(this.field('field_email'), coParent.email);
    const first = page.getByRole('group', { name: this.t('children_first'), exact: true });
    await hands.fill(this.field('field_first_name', first), child.firstName);
    await expect(this.field('field_last_name', first)).toHaveValue(person.lastName);
  }

  async submitFamily() {
    await this.hands.press(this.button('continue'));
    await expect(this.heading('packages_title')).toBeFocused();
  }

  async choosePackage(code = 'package_premium_1y') {
    await this.hands.press(this.page.getByRole('button', { name: this.t('packages_choose_name', { name: this.t(code) }), exact: true }));
    await expect(this.heading('billing_title')).toBeFocused();
  }

  async fillBilling() {
    const { hands, page } = this;
    await this.fillAddressLine('1 Market Street');
    await hands.fill(this.field('billing_city'), 'Philadelphia');
    await hands.choose(this.select('billing_state'), this.t('billing_state') === 'State' ? 'Pennsylvania' : 'Pensilvania');
    await hands.fill(this.field('billing_zip'), '19103');
    // Pennsylvania has one time zone, which is preset.
    await expect(page.getByRole('combobox', { name: this.t('billing_timezone'), exact: true })).toBeDisabled();
    const referral = page.getByRole('combobox', { name: this.t('billing_referral'), exact: true });
    await hands.choose(referral, (await referral.locator('option[value="SEARCH_ENGINE"]').textContent()) ?? '');
  }

  async submitBilling() {
    await this.hands.press(this.button('billing_continue'));
    await expect(this.heading('payment_title')).toBeFocused();
    // One view at a time: filled fields are kept, but hidden.
    await expect(this.addressLine()).toBeHidden();
  }

  async fillCard(number: string = cards.good) {
    const { hands } = this;
    await hands.fillFrame(this.cardField('number'), number);
    await hands.fillFrame(this.cardField('expirationDate'), '1230');
    await hands.fillFrame(this.cardField('cvv'), '123');
  }

  async submitCard() {
    await this.hands.press(this.button('payment_review_order'));
    await expect(this.heading('review_title')).toBeFocused();
  }

  /** Opens the order summary if it is folded to one line, as on a phone. */
  async openSummary() {
    const show = this.page.getByRole('button', { name: new RegExp(`^${literal(this.t('summary_show'))}`) });
    if (await show.isVisible()) await this.hands.press(show);
  }

  async pay() {
    await this.hands.press(this.button('review_pay_now'));
  }

  async fillCredentials() {
    await expect(this.heading('credentials_title')).toBeFocused();
    await this.typeCredentials();
  }

  async typeCredentials() {
    const { hands, person } = this;
    await hands.fill(this.field('credentials_username'), person.username);
    await hands.fill(this.page.getByLabel(this.t('credentials_password'), { exact: true }), person.password);
  }

  async submitCredentials() {
    await this.hands.press(this.button('credentials_submit'));
    await expect(this.heading('credentials_success_title')).toBeVisible();
    await this.hands.press(this.button('continue'));
    await expect(this.heading('receipt_title')).toBeVisible();
  }

  /** Walks from the first screen to the payment. */
  async walkToPayment() {
    await this.chooseParents();
    await this.fillParent();
    await this.submitParent();
    await this.fillFamily();
    await this.submitFamily();
    await this.choosePackage();
    await this.fillBilling();
    await this.submitBilling();
  }
}

/** Matches a formatted amount: a decimal after any language's currency sign. */
export function amount(decimal: string): RegExp {
  return new RegExp(`^\\D*${literal(decimal)}$`);
}

/** Escapes a text for a pattern that matches only this text. */
export function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
