import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { flowStory, patience } from '../fixtures/flow.js';
import { address } from '@fake/people.js';
import { billing } from '../fixtures/places.js';
import { registrationAt } from '@fake/registration.js';
import { walletExperiments } from '@fake/world.js';
import { word } from '../fixtures/words.js';

/** Interruptions before the payment. Real screens, against the story's own server. */
const meta = {
  title: 'Journey/12 Around payment',
  ...flowStory((world) => ({ server: { registration: registrationAt('payment', world) } })),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** The order's price is loading. */
export const Deciding: Story = {
  ...flowStory((world) => ({ server: { registration: registrationAt('payment', world), slow: ['/v1/pricing'] } })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText(word(globals, 'payment_deciding'), undefined, patience);
  },
};

/** A payment was sent before a reload: its result is being looked up. */
export const ConfirmingAfterAReload: Story = {
  ...flowStory((world) => ({
    session: { paymentKey: 'story' },
    server: { registration: registrationAt('payment', world), slow: ['/v1/signups/01938f00-0000-7000-8000-00000000000a/payment'] },
  })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText(word(globals, 'review_confirming'), undefined, patience);
  },
};

/** The package isn't sold in the billing country: OK leads on, Escape doesn't. */
export const Mismatch: Story = {
  ...flowStory((world) => ({
    session: { drafts: { billing } },
    server: { registration: registrationAt('payment', world), mismatch: true },
  })),
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await canvas.findByRole('heading', { level: 1, name: word(globals, 'billing_title') }, patience);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'billing_continue') }));
    const dialog = await canvas.findByRole('dialog', undefined, patience);
    await userEvent.keyboard('{Escape}');
    await expect(dialog).toBeVisible();
    await expect(within(dialog).getAllByRole('button')).toHaveLength(1);
  },
};

const unknownEmail = { coParent: { firstName: 'Daniel', lastName: 'Reyes', phoneCountryCode: '+1', phoneNumber: '2065550143' } };

/** grow621: prompts once more for the co-parent's email. */
export const CoParentEmailPrompt: Story = {
  globals: { flags: 'grow621' },
  ...flowStory((world) => ({ server: { registration: registrationAt('payment', world, unknownEmail) } })),
  async play({ canvasElement, globals }) {
    const dialog = within(await within(canvasElement).findByRole('dialog', { name: word(globals, 'prompt_title') }, patience));
    await expect(dialog.getByPlaceholderText(word(globals, 'prompt_field'))).toBeVisible();
    await expect(dialog.getByRole('button', { name: word(globals, 'prompt_skip') })).toBeEnabled();
  },
};

export const CoParentEmailPromptInvalid: Story = {
  ...CoParentEmailPrompt,
  async play({ canvasElement, globals }) {
    const dialog = within(await within(canvasElement).findByRole('dialog', { name: word(globals, 'prompt_title') }, patience));
    await userEvent.type(dialog.getByPlaceholderText(word(globals, 'prompt_field')), 'daniel@');
    await userEvent.click(dialog.getByRole('button', { name: word(globals, 'prompt_submit') }));
    await dialog.findByText(word(globals, 'email_prompt_invalid'), undefined, patience);
  },
};

/** A wallet was authorized, and the user leaves: the specification's own text. */
export const LeaveWarning: Story = {
  globals: { flags: ['grow886', ...walletExperiments].join(' ') },
  ...flowStory((world) => ({ server: { registration: registrationAt('payment', world, { address }) } })),
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('radio', { name: word(globals, 'payment_venmo') }, patience));
    const method = word(globals, 'payment_venmo');
    await userEvent.click(await canvas.findByRole('button', { name: word(globals, 'payment_authorize', { method }) }, patience));
    await canvas.findByRole('heading', { level: 1, name: word(globals, 'billing_title') }, patience);
    const dots = within(canvas.getByRole('navigation', { name: word(globals, 'steps_label') }));
    await userEvent.click(dots.getAllByRole('button')[0] as HTMLElement);
    await canvas.findByRole('dialog', { name: word(globals, 'payment_leave') }, patience);
  },
};
