import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { quoteOf } from '@fake/quote.js';
import type { World } from '@fake/world.js';
import { checkoutStory, type Begin, type CheckoutState } from '../fixtures/checkout.js';
import { toMethod, toPaying, toReview } from '../fixtures/ways.js';
import { word } from '../fixtures/words.js';
import { patience } from '../fixtures/flow.js';

/** Review and payment, in states of the checkout's machine. */
const meta = {
  title: 'Journey/10 Review',
  ...checkoutStory((world) => ({ events: toReview(world) })),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const story = (begin: Begin): Story => checkoutStory(begin);

const payNow = (canvasElement: HTMLElement, globals: Record<string, unknown>) =>
  within(canvasElement).findByRole('button', { name: word(globals, 'review_pay_now') }, patience);

export const Ready: Story = {
  async play({ canvasElement, globals }) {
    await expect(await payNow(canvasElement, globals)).toBeVisible();
    const saved = word(globals, 'payment_card_saved', { lastFour: '1111' });
    await expect(
      within(canvasElement)
        .getAllByText(saved)
        .filter((text) => text.checkVisibility()),
    ).toHaveLength(1);
  },
};

/** Outside the US the terms must be ticked, and the marketing box starts unticked. */
export const ConsentRequired: Story = {
  globals: { country: 'CA' },
  async play({ canvasElement, globals }) {
    await expect(await payNow(canvasElement, globals)).toBeDisabled();
    await expect(
      within(canvasElement).getByRole('checkbox', {
        name: word(globals, 'review_marketing'),
      }),
    ).not.toBeChecked();
  },
};

export const ForTwo: Story = {
  ...story((world) => ({
    events: [...toReview(world), { type: 'SEATS', payForCoparent: true }],
    price: { coparent: true },
  })),
  parameters: { proves: 'The price beside the order is that of two seats.' },
};

export const NothingDue: Story = {
  ...story((world) => ({
    events: [...toMethod(world), { type: 'CONTINUE' }, ...onwardFree(world), { type: 'OPENED' }],
    price: { free: true },
  })),
  async play({ canvasElement, globals }) {
    await expect(await within(canvasElement).findByRole('button', { name: word(globals, 'review_complete') }, patience)).toBeVisible();
  },
};

export const PriceChanged: Story = {
  ...story((world, lang) => ({
    events: [
      ...toPaying(world),
      {
        type: 'PRICE_CHANGED',
        key: 'b',
        quote: quoteOf(lang, { country: world.market.country, coparent: true }),
      },
    ],
  })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText(word(globals, 'review_price_changed'), undefined, patience);
  },
};

/** A second press has no effect during the first, and there is no way back. */
export const Paying: Story = {
  ...story((world) => ({ events: toPaying(world) })),
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(await payNow(canvasElement, globals));
    await expect(await payNow(canvasElement, globals)).toHaveAttribute('aria-disabled', 'true');
    await expect(
      canvas.queryByRole('button', {
        name: word(globals, 'payment_stage_payment'),
      }),
    ).toBeNull();
  },
};

export const Confirming: Story = {
  ...story((world) => ({
    events: [...toPaying(world), { type: 'UNDECIDED' }],
  })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText(word(globals, 'review_confirming'), undefined, patience);
  },
};

export const Offline: Story = story((world) => ({
  events: [
    ...toPaying(world),
    {
      type: 'UNANSWERED',
      message: { kind: 'failure', failure: { code: 'offline_message' } },
    },
  ],
}));

/** Prices include taxes, and the terms state that. */
export const InTheUnitedKingdom: Story = {
  ...story((world) => ({ events: [...toReview(world), { type: 'AGREE', agreed: { termsAndConditions: true } }] })),
  globals: { country: 'GB' },
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };

function onwardFree(world: World): CheckoutState['events'] & object {
  if (!world.treated.includes('grow886')) return [];
  return toMethod({ ...world, treated: [] }).filter(({ type }) => type !== 'WALLETS_FOUND');
}
