import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { registrationAt } from '@fake/registration.js';
import type { Behavior } from '@fake/server.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';
import { callsOf } from '../fixtures/serve.js';

/** Steps 1 and 2 are done. */
const at = (server: Behavior = {}) => flowStory((world) => ({ server: { registration: registrationAt('package', world), ...server } }));

const meta = { title: 'Journey/06 Packages', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

/** Waits for the price list. */
async function offered(context: Context, years: 1 | 2 = 1) {
  const screen = await onScreen(context, 'packages_title');
  const choose = (name: string) => screen.button('packages_choose_name', { name: screen.t(`package_${name}_${years}y`) });
  await screen.canvas.findByRole('radio', { name: screen.t('packages_years', { count: 2 }) }, patience);
  return { ...screen, choose };
}

export const OneYear: Story = {
  async play(context) {
    const { choose } = await offered(context);
    await expect(await choose('premium')).toBeVisible();
  },
};

export const TwoYears: Story = {
  async play(context) {
    const { canvas, t, choose } = await offered(context, 2);
    await userEvent.click(canvas.getByRole('radio', { name: t('packages_years', { count: 2 }) }));
    await expect(await choose('premium')).toBeVisible();
  },
};

export const PremiumRecommended: Story = { globals: { flags: 'grow431PremiumPickMeNo1' } };

export const WithOffer: Story = at({ list: { offer: true, endsAt: '2026-12-31T23:59:59Z' } });

/** P2 marks its dollars as Canadian. Every other story shows P0, the base group. */
export const InCanada: Story = { globals: { country: 'CA' } };

/** P3: prices include GST. */
export const InAustralia: Story = { globals: { country: 'AU' } };

/** Packages 2061 to 2064: prices include VAT. */
export const InTheUnitedKingdom: Story = {
  globals: { country: 'GB' },
  async play(context) {
    const { canvas, t } = await offered(context);
    const note = t('packages_including_tax', { tax: t('tax_vat') });
    await expect(canvas.getAllByText(new RegExp(note))).toHaveLength(2);
  },
};

/** The session's coupon, without offers for single packages. */
export const WithTheReferrersCoupon: Story = {
  ...at({ coupon: 'PARTNER20' }),
  async play(context) {
    const { canvas, t } = await offered(context);
    await canvas.findByText(new RegExp(t('coupon_partner20')), undefined, patience);
  },
};

export const ChosenBefore: Story = {
  ...flowStory((world) => ({
    server: { registration: registrationAt('payment', world, { order: { packageId: world.market.firstId } }) },
    path: '/step3',
  })),
};

export const Saving: Story = {
  ...at({ slow: ['PUT /v1/signups'] }),
  async play(context) {
    const { choose } = await offered(context);
    const premium = await choose('premium');
    await userEvent.click(premium);
    await waitFor(() => expect(premium).toHaveAttribute('aria-disabled', 'true'));
    // The first choice counts, whatever is pressed meanwhile.
    const essential = await choose('essential');
    await userEvent.click(essential);
    await expect(premium).toHaveAttribute('aria-disabled', 'true');
    await expect(essential).not.toHaveAttribute('aria-disabled', 'true');
    await expect(callsOf('PUT')).toHaveLength(1);
  },
};

export const Failed: Story = {
  ...at({ offline: ['PUT /v1/signups'] }),
  async play(context) {
    const { choose, shows } = await offered(context);
    await userEvent.click(await choose('premium'));
    await shows('offline_message');
  },
};

export const OnAPhone: Story = {
  ...at({ list: { offer: true } }),
  globals: { flags: 'grow431PremiumPickMeNo1', viewport: { value: 'phone' } },
};
