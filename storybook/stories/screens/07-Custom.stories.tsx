import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { registrationAt } from '@fake/registration.js';
import type { Behaviour } from '@fake/server.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';

/** The custom package is chosen, but not built yet. */
const at = (server: Behaviour = {}, isSlow = false) =>
  flowStory((world) => ({
    server: { registration: registrationAt('custom', world, { order: { packageId: world.market.firstId + 8 } }), ...server },
    isSlow,
  }));

const meta = { title: 'Journey/07 Build your own', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const calls = 'PUT /v1/signups';

/** A story of a running call: the button shows it, and a second press has no effect. */
const busy = (isSlow = false): Story => ({
  ...at({ slow: [calls] }, isSlow),
  async play(context) {
    const { keepsBusy } = await onScreen(context, 'custom_title');
    await keepsBusy('custom_submit', { call: calls, says: 'packages_choosing', isSlow });
  },
});

/** The cards showed two years: the form begins with two. */
export const ForTwoYears: Story = {
  ...flowStory((world) => ({
    session: { customYears: 2 },
    server: { registration: registrationAt('custom', world, { order: { packageId: world.market.firstId + 8 } }) },
  })),
  async play(context) {
    const { canvas, say } = await onScreen(context, 'custom_title');
    await expect(await canvas.findByRole('radio', { name: say('packages_years', { count: 2 }) }, patience)).toBeChecked();
  },
};

/** The control layout lists the included options, without prices. */
export const WithoutPrices: Story = {
  async play(context) {
    const { canvas, say } = await onScreen(context, 'custom_title');
    const extra = await canvas.findByRole('checkbox', { name: say('option_tonemeter') }, patience);
    await userEvent.click(extra);
    await expect(extra).toBeChecked();
    await expect(canvas.queryByText(say('custom_free'))).toBeNull();
  },
};

/** The treatment's layout: a price beside each option, storage and basic calls free, and the total beside the form. */
export const WithPrices: Story = {
  globals: { flags: 'grow805' },
  async play(context) {
    const { canvas, say } = await onScreen(context, 'custom_title');
    const free = await canvas.findAllByText(say('custom_free'), undefined, patience);
    await expect(free.length).toBeGreaterThanOrEqual(2);
    const years = canvas.getByRole('radio', { name: say('packages_years', { count: 2 }) });
    await userEvent.click(years);
    await expect(years).toBeChecked();
  },
};

/** The control layout with the selection and its price beside the form: Canada, Australia and New Zealand. */
export const SummaryInCanada: Story = {
  globals: { country: 'CA' },
  async play(context) {
    const { canvas, say } = await onScreen(context, 'custom_title');
    await expect(await canvas.findByText(say('custom_summary'), undefined, patience)).toBeVisible();
    await expect(canvas.getAllByText(say('custom_free')).length).toBeGreaterThan(0);
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
