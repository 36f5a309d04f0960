import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { paidOf, type PaidChange } from '@fake/receipt.js';
import { languageTable, tagOf } from '@widget/i18n/language.js';
import { flowStory, onScreen } from '../fixtures/flow.js';
import { shownIn } from '../fixtures/words.js';

/** Paid, with username and password set. */
const paid = (change: PaidChange = {}) =>
  flowStory(({ market }, locale) => ({
    session: { paid: paidOf(locale, { country: market.country, ...change }), credentialsSet: true },
  }));

const meta = { title: 'Journey/14 Receipt', ...paid() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** The app-store step is omitted for languages that the apps lack. */
export const Activated: Story = {
  async play(context) {
    const { canvas, t } = await onScreen(context, 'receipt_title');
    const { hasApps } = languageTable[tagOf(shownIn(context.globals))];
    await expect(canvas.queryAllByText(t('receipt_app'))).toHaveLength(hasApps ? 1 : 0);
  },
};

/** A play that expects a text on the receipt. */
const showsText =
  (code: string): Story['play'] =>
  async (context) => {
    await (await onScreen(context, 'receipt_title')).shows(code);
  };

export const ForTwo: Story = { ...paid({ coparent: true }), play: showsText('summary_two_seats') };

export const NothingDue: Story = { ...paid({ free: true }), play: showsText('receipt_nothing_due') };

export const ByPayPal: Story = { ...paid({ paymentType: 'PAYPAL' }), play: showsText('payment_paypal') };

export const CoParentInvitedByPhone: Story = {
  ...paid({ invites: 'phone' }),
  async play(context) {
    const { canvas } = await onScreen(context, 'receipt_title');
    // Special characters keep the number on one line.
    await expect(canvas.getByText(/206.555.0143/)).toBeVisible();
  },
};

export const CoParentInvitedLater: Story = { ...paid({ invites: 'none' }), play: showsText('receipt_coparent_none') };

/** The payment is forgotten once the receipt was shown. */
export const Reloaded: Story = {
  ...flowStory(() => ({ path: '/receipt' })),
  async play(context) {
    await (await onScreen(context, 'receipt_reload_title')).shows('receipt_reload_text');
  },
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
