// An invitee orders on the same screens as in the sign-up of a parent: packages, custom package, payment and review. These stories show the differences.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { onScreen, patience } from '../fixtures/flow.js';
import { byPro, inviteStory, known, withPackage } from '../fixtures/invitation.js';

const choice = inviteStory('/invite/packages', { invited: { registration: known } });
const payment = inviteStory('/invite/payment', { invited: (world) => ({ registration: withPackage(world) }) });

const meta = { title: 'Invitation/5 Package and payment', ...choice } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** An invitee buys one seat only, so the text above the packages differs. */
export const ChooseAPackage: Story = {
  async play(context) {
    const { canvas, t, shows } = await onScreen(context, 'packages_title');
    await shows('invite_packages_text');
    await expect(canvas.queryByText(t('packages_subtitle'))).toBeNull();
  },
};

/** An invitee can't choose to pay for the co-parent. */
export const PayForOneself: Story = {
  ...payment,
  globals: { flags: 'grow886' },
  async play(context) {
    const { canvas, t } = await onScreen(context, 'payment_title');
    await canvas.findByRole('checkbox', { name: t('payment_has_code') }, patience);
    await expect(canvas.queryByRole('checkbox', { name: t('payment_coparent') })).toBeNull();
  },
};

/** If a professional entered the parent's data, the button leads back to step 1. */
export const SetUpByAProfessional: Story = {
  ...inviteStory('/invite/payment', { invited: (world) => ({ ...byPro, registration: withPackage(world) }) }),
  async play(context) {
    const { button } = await onScreen(context, 'billing_title');
    await expect(await button('invite_back_step1')).toBeVisible();
  },
};

export const OnACard: Story = {
  ...choice,
  globals: { flags: 'grow722' },
  parameters: { proves: 'The other layout of the invitation (experiment grow722): the same text inside a box.' },
};

export const PaymentOnACard: Story = { ...payment, globals: { flags: 'grow722' } };

export const OnAPhone: Story = { ...payment, globals: { viewport: { value: 'phone' } } };
