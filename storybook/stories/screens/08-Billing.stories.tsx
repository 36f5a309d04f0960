import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import type { World } from '@fake/world.js';
import type { Event } from '@widget/checkout/event.js';
import { checkoutStory, type Begin } from '../fixtures/checkout.js';
import { onScreen, patience } from '../fixtures/flow.js';
import { billing } from '../fixtures/places.js';
import { waysTo } from '../fixtures/ways.js';

/** No billing data is known yet. */
const blank = { address: undefined, referral: undefined };
const blankStory = checkoutStory((world) => ({ events: waysTo.billing(world), registration: blank }));

/** Billing, in states of the checkout's machine. */
const meta = { title: 'Journey/08 Billing', ...blankStory } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const story = (begin: Begin): Story => checkoutStory(begin);
const known = story((world) => ({ events: waysTo.billing(world) }));
const saving = (world: World) => waysTo['billing.saving'](world);
const failed = (code: string): Story =>
  story((world) => ({
    events: [...saving(world), { type: 'FAILED', message: { kind: 'failure', failure: { code } } } satisfies Event],
  }));

export const Empty: Story = {};

export const Filled: Story = {
  ...known,
  async play(context) {
    const { field } = await onScreen(context, 'billing_title');
    await expect(await field('billing_city')).toHaveValue(billing.address.city);
  },
};

/** A state with several time zones: the buyer must choose one. */
export const TwoTimeZones: Story = {
  ...story((world) => ({
    events: waysTo.billing(world),
    registration: { address: { ...billing.address, city: 'Pensacola', region: 'FL', postalCode: '32501' } },
  })),
  globals: { country: 'US' },
  async play(context) {
    const { canvas, t } = await onScreen(context, 'billing_title');
    const zone = await canvas.findByRole('combobox', { name: t('billing_timezone') }, patience);
    await waitFor(() => expect(zone).toBeEnabled(), patience);
    await expect(zone).toHaveValue('');
  },
};

export const OtherReferral: Story = story((world) => ({
  events: waysTo.billing(world),
  registration: { referral: { selection: 'OTHER' } },
}));

export const WithErrors: Story = {
  async play(context) {
    const { canvas, t, press } = await onScreen(context, 'billing_title');
    await press('billing_continue');
    const line = canvas.getByRole('combobox', { name: t('billing_address') });
    await expect(line).toHaveAccessibleDescription(expect.stringContaining(t('field_required')));
  },
};

/** The first letters of a street find the address; a pick fills in the rest. */
export const AddressSuggested: Story = {
  globals: { country: 'US' },
  async play(context) {
    const { canvas, t, field } = await onScreen(context, 'billing_title');
    const line = await canvas.findByRole('combobox', { name: t('billing_address') }, patience);
    await userEvent.type(line, '1 mar');
    const option = await canvas.findByRole('option', undefined, patience);
    await expect(option).toHaveTextContent('1 Market Street');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(line).toHaveAttribute('aria-expanded', 'false'), patience);
    await waitFor(async () => expect(await field('billing_city')).toHaveValue(billing.address.city), patience);
  },
};

export const Busy: Story = story((world) => ({ events: saving(world) }));

export const Slow: Story = story((world) => ({ events: saving(world), isSlow: true }));

/** The server's answer to an unexpected error. */
export const UnexpectedError: Story = failed('unexpected_error');

/** A failure without a known reason. */
export const Failed: Story = {
  ...failed('genericErrorMessage'),
  parameters: { proves: 'A failure of the server is said in the same words as an unexpected one.' },
};

export const Offline: Story = failed('offline_message');

/** A province, and a postal code, instead of a state and a ZIP code. */
export const InCanada: Story = {
  ...story((world) => ({ events: waysTo.billing(world), registration: blank })),
  globals: { country: 'CA' },
};

/** Neither regions nor time zones could be loaded: both can be typed. */
export const WithoutLookups: Story = {
  ...story((world) => ({
    events: waysTo.billing(world),
    registration: { address: { ...billing.address, country: 'GB', region: 'Kent', postalCode: 'CT1 2EH' } },
    server: { failing: { '/v1/countries': 500, '/v1/countries/GB/timezones': 500 } },
  })),
  globals: { country: 'GB' },
};

export const OnAPhone: Story = { ...known, globals: { viewport: { value: 'phone' } } };
