import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { onScreen, patience } from '../fixtures/flow.js';
import { inviteStory, known, paidFor, withAddress } from '../fixtures/invitation.js';
import { billing } from '../fixtures/places.js';

const save = 'PUT /v1/invite/registration';

/** The subscription is paid, and step 1 is done: only the address is needed. */
const at = (server: Behavior = {}) => inviteStory('/invite/billing-info', { invited: { ...paidFor, registration: known }, server });

/** A story with a typed, unsent address. */
const typed = (server: Behavior = {}) =>
  inviteStory('/invite/billing-info', { invited: { ...paidFor, registration: known }, invite: { drafts: { billing } }, server });

const locked = inviteStory('/invite/billing-info', { invited: { ...paidFor, registration: withAddress } });

const meta = { title: 'Invitation/4 Billing information', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const AddressMissing: Story = {
  async play(context) {
    const { canvas, t, press } = await onScreen(context, 'billing_title');
    await expect(canvas.queryByRole('combobox', { name: t('billing_referral') })).toBeNull();
    await press('continue');
    await expect(await canvas.findByRole('group', { name: t('summary_title', { count: 4 }) }, patience)).toHaveFocus();
  },
};

export const Filled: Story = {
  ...typed(),
  async play(context) {
    const { field } = await onScreen(context, 'billing_title');
    await expect(await field('billing_city')).toHaveValue(billing.address.city);
  },
};

/** Paid, and the address is complete: its fields are shown, but disabled. */
export const Locked: Story = {
  ...locked,
  async play(context) {
    const { field, button } = await onScreen(context, 'billing_title');
    await expect(await field('billing_city')).toBeDisabled();
    await expect(await button('continue')).toBeEnabled();
  },
};

/** A story of the server's reaction to Continue. */
const sent = (server: Behavior, code?: string): Story => ({
  ...typed(server),
  async play(context) {
    const { press, shows, canvas, t } = await onScreen(context, 'billing_title');
    // Continue takes effect only after the lists of countries and time zones have loaded.
    await canvas.findByText(t('billing_timezone_only'), undefined, patience);
    await press('continue');
    if (code) await shows(code);
  },
});

export const RefusedByTheServer: Story = sent({
  failing: {
    [save]: { status: 409, validationErrors: [{ field: 'address.postalCode', code: 'postal_code_state', text: 'Postal code' }] },
  },
});

export const Saving: Story = sent({ slow: [save] });

export const Offline: Story = sent({ offline: [save] }, 'offline_message');

export const OnACard: Story = {
  ...locked,
  globals: { flags: 'grow722' },
  parameters: { proves: 'The other look of the invitation (grow722): the same words on a card.' },
};

export const OnAPhone: Story = {
  ...typed(),
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
