import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { registrationAt } from '@fake/registration.js';
import type { Behavior } from '@fake/server.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';

/** The custom package is chosen, but its options aren't yet. */
const at = (server: Behavior = {}, isSlow = false) =>
  flowStory((world) => ({
    server: { registration: registrationAt('custom', world, { order: { packageId: world.market.firstId + 8 } }), ...server },
    isSlow,
  }));

const meta = { title: 'Journey/07 Build your own', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const calls = 'PUT /v1/signups';

/** A story in which a request is running: the button shows that it is busy, and a second press has no effect. */
const busy = (isSlow = false): Story => ({
  ...at({ slow: [calls] }, isSlow),
  async play(context) {
    const { keepsBusy } = await onScreen(context, 'custom_title');
    await keepsBusy('custom_submit', { call: calls, text: 'packages_choosing', isSlow });
  },
});

/** The customer chose two years on the packages screen, so the form starts with two years. */
export const ForTwoYears: Story = {
  ...flowStory((world) => ({
    session: { customYears: 2 },
    server: { registration: registrationAt('custom', world, { order: { packageId: world.market.firstId + 8 } }) },
  })),
  async play(context) {
    const { canvas, t } = await onScreen(context, 'custom_title');
    await expect(await canvas.findByRole('radio', { name: t('packages_years', { count: 2 }) }, patience)).toBeChecked();
  },
};

/** Control variant of the experiment grow805: no prices, and free options are marked "Included". */
export const WithoutPrices: Story = {
  async play(context) {
    const { canvas, t } = await onScreen(context, 'custom_title');
    const extra = await canvas.findByRole('checkbox', { name: t('option_tonemeter') }, patience);
    await userEvent.click(extra);
    await expect(extra).toBeChecked();
    await expect(canvas.queryByText(t('custom_free'))).toBeNull();
  },
};

/** Treatment variant of grow805: each option shows its price, or "Free" (the included storage and the basic phone calls), and the total is beside the form. */
export const WithPrices: Story = {
  globals: { flags: 'grow805' },
  async play(context) {
    const { canvas, t } = await onScreen(context, 'custom_title');
    const free = await canvas.findAllByText(t('custom_free'), undefined, patience);
    await expect(free.length).toBeGreaterThanOrEqual(2);
    const years = canvas.getByRole('radio', { name: t('packages_years', { count: 2 }) });
    await userEvent.click(years);
    await expect(years).toBeChecked();
  },
};

/** In Canada, Australia and New Zealand, the control variant also shows the selection and its price beside the form. */
export const SummaryInCanada: Story = {
  globals: { country: 'CA' },
  async play(context) {
    const { canvas, t } = await onScreen(context, 'custom_title');
    await expect(await canvas.findByText(t('custom_summary'), undefined, patience)).toBeVisible();
    await expect(canvas.getAllByText(t('custom_free')).length).toBeGreaterThan(0);
  },
};

export const WorkingOutThePrice: Story = { ...at({ slow: ['/v1/pricing'] }), globals: { flags: 'grow805' } };

export const Busy: Story = busy();

export const Slow: Story = busy(true);

export const Offline: Story = {
  ...at({ offline: ['PUT /v1/signups'] }),
  async play(context) {
    const { press, shows } = await onScreen(context, 'custom_title');
    await press('custom_submit');
    await shows('offline_message');
  },
};

export const InTheUnitedKingdom: Story = { globals: { flags: 'grow805', country: 'GB' } };

export const OnAPhone: Story = { globals: { flags: 'grow805', viewport: { value: 'phone' } } };
