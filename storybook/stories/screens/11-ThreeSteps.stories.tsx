import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { flowStory, opened, patience, type FlowStart } from '../fixtures/flow.js';
import { address } from '@fake/people.js';
import { registrationAt } from '@fake/registration.js';
import { word } from '../fixtures/words.js';
import { walletExperiments, type World } from '@fake/world.js';

const withPackage = (world: World): FlowStart => ({ server: { registration: registrationAt('payment', world) } });
const withAddress = (world: World): FlowStart => ({
  server: {
    registration: registrationAt('payment', world, { address, referral: { selection: 'SEARCH_ENGINE' } }),
    codeViolation: { field: 'paymentCodes', code: 'subscription_code_invalid', text: 'Invalid activation code' },
  },
});

/** The flow of the treatment: payment method, billing information, review. Real screens, against the story's own server. */
const meta = {
  title: 'Journey/11 Payment in three steps',
  globals: { flags: ['grow886', ...walletExperiments].join(' ') },
  ...flowStory(withPackage),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** Waits for the price, and with it the form. */
const atMethod = (canvasElement: HTMLElement, globals: Record<string, unknown>) =>
  within(canvasElement).findByRole('checkbox', { name: word(globals, 'payment_has_code') }, patience);

export const PaymentMethod: Story = {
  async play({ canvasElement, globals }) {
    await atMethod(canvasElement, globals);
    const tabs = within(within(canvasElement).getByRole('navigation', { name: word(globals, 'payment_stages_label') }));
    const names = tabs.getAllByRole('listitem').map((item) => item.textContent);
    await expect(names).toEqual(['payment', 'review'].map((stage) => word(globals, `payment_stage_${stage}`)));
    await within(canvasElement).findByRole('radio', { name: word(globals, 'payment_applepay') }, patience);
  },
};

export const PayForTheCoParent: Story = {
  async play({ canvasElement, globals }) {
    await atMethod(canvasElement, globals);
    await userEvent.click(within(canvasElement).getByRole('checkbox', { name: word(globals, 'payment_coparent') }));
    const seat = word(globals, 'quote_line_coparent', { package: word(globals, 'package_premium_1y') });
    await within(canvasElement).findByText(seat, undefined, patience);
  },
};

/** The box explains itself, and Apply is disabled until there is input. */
export const SubscriptionCode: Story = {
  async play({ canvasElement, globals }) {
    await atMethod(canvasElement, globals);
    const canvas = within(canvasElement);
    const box = canvas.getByRole('checkbox', { name: word(globals, 'payment_has_code') });
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'payment_has_code_tip_label') }));
    await expect(canvas.getByText(word(globals, 'payment_has_code_tip'))).toBeVisible();
    await userEvent.click(box);
    const apply = canvas.getByRole('button', { name: word(globals, 'payment_code_apply') });
    await expect(apply).toBeDisabled();
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'payment_code') }), 'ABCD-EFGH-JKLM-9XK2');
    await expect(apply).toBeEnabled();
  },
};

export const SubscriptionCodePaysForAll: Story = {
  async play({ canvasElement, globals }) {
    await applyCode(canvasElement, globals);
    await within(canvasElement).findByText(word(globals, 'payment_nothing_due'), undefined, patience);
  },
};

export const SubscriptionCodeInvalid: Story = {
  ...flowStory(withAddress),
  async play({ canvasElement, globals }) {
    await applyCode(canvasElement, globals);
    await within(canvasElement).findByText(word(globals, 'subscription_code_invalid'), undefined, patience);
  },
};

/** An authorized wallet leads on by itself; this one has no address, so billing is next. */
export const BillingAfterAWallet: Story = {
  async play({ canvasElement, globals }) {
    await authorize(canvasElement, globals, 'payment_venmo');
    await opened(canvasElement, word(globals, 'billing_title'));
  },
};

/** A wallet with an address completes billing, too. */
export const StraightToReview: Story = {
  async play({ canvasElement, globals }) {
    await authorize(canvasElement, globals, 'payment_paypal');
    await opened(canvasElement, word(globals, 'review_title'));
    await expect(await within(canvasElement).findByText(/San Jose/, undefined, patience)).toBeVisible();
  },
};

export const ReviewAfterAWallet: Story = {
  ...flowStory(withAddress),
  async play({ canvasElement, globals }) {
    await authorize(canvasElement, globals, 'payment_venmo');
    await opened(canvasElement, word(globals, 'billing_title'));
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'continue') }));
    await opened(canvasElement, word(globals, 'review_title'));
    await expect(within(canvasElement).getByText('Venmo (@venmojoe)')).toBeVisible();
  },
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvasElement, globals }) => {
    await atMethod(canvasElement, globals);
  },
};

async function applyCode(canvasElement: HTMLElement, globals: Record<string, unknown>) {
  await atMethod(canvasElement, globals);
  const canvas = within(canvasElement);
  await userEvent.click(canvas.getByRole('checkbox', { name: word(globals, 'payment_has_code') }));
  await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'payment_code') }), 'ABCD-EFGH-JKLM-9XK2');
  await userEvent.click(canvas.getByRole('button', { name: word(globals, 'payment_code_apply') }));
}

async function authorize(canvasElement: HTMLElement, globals: Record<string, unknown>, code: string) {
  await atMethod(canvasElement, globals);
  const canvas = within(canvasElement);
  const method = word(globals, code);
  await userEvent.click(await canvas.findByRole('radio', { name: method }, patience));
  await userEvent.click(await canvas.findByRole('button', { name: word(globals, 'payment_authorize', { method }) }, patience));
}
