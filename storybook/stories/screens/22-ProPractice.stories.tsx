import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { onScreen, patience } from '../fixtures/flow.js';
import { blankPractice, professional, proStory } from '../fixtures/professional.js';

const at = (change: Partial<typeof professional> = {}, server: Behavior = {}) => proStory('TWO', { ...professional, ...change }, server);

const meta = { title: 'Professionals/2 Your practice', ...at(blankPractice) } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

/** Waits for the screen and its lists. */
async function listed(context: Context) {
  const screen = await onScreen(context, 'pro_practice_title');
  await screen.canvas.findByRole('group', { name: screen.t('pro_roles') }, patience);
  return screen;
}

const refused = { status: 409, validationErrors: [{ field: 'postalCode', code: 'postal_code_state', text: '' }] };

export const Empty: Story = {};

export const Filled: Story = {
  ...at(),
  async play(context) {
    const { field } = await listed(context);
    await expect(await field('pro_practice_name')).toHaveValue(professional.practiceName);
  },
};

export const WithErrors: Story = {
  async play(context) {
    const { canvas, t, press } = await listed(context);
    await press('continue');
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 7 }) })).toHaveFocus();
    await userEvent.click(canvas.getByRole('link', { name: `${t('pro_roles')}: ${t('signup_roles_error')}` }));
    await expect(canvas.getAllByRole('checkbox')[0]).toHaveFocus();
  },
};

/** A state with several time zones: a list. */
export const SeveralTimeZones: Story = {
  ...at({ region: 'FL', city: 'Pensacola', postalCode: '32501', timezone: '' }),
  async play(context) {
    const { canvas, t } = await listed(context);
    await waitFor(() => expect(canvas.getByRole('combobox', { name: t('pro_timezone') })).toBeEnabled(), patience);
  },
};

/** One time zone: preset and disabled. */
export const OneTimeZone: Story = {
  ...at({ country: 'GB', region: 'ENG', postalCode: 'SW1A 1AA', timezone: '', roles: [] }),
  async play(context) {
    const { canvas, t } = await listed(context);
    const zone = canvas.getByRole('combobox', { name: t('pro_timezone') });
    await waitFor(() => expect(zone).toHaveValue('Europe/London'), patience);
    await expect(zone).toBeDisabled();
  },
};

/** Neither time zones nor regions: free text. */
export const FreeText: Story = {
  ...at({ country: 'BV', region: '', timezone: '' }),
  async play(context) {
    const { field } = await listed(context);
    await expect(await field('pro_timezone')).toBeEnabled();
  },
};

/** Another country resets time zone, region and roles, and no other field. */
export const CountryChanged: Story = {
  ...at(),
  async play(context) {
    const { canvas, t, field } = await listed(context);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: t('pro_country') }), 'GB');
    await waitFor(() => expect(canvas.getByRole('combobox', { name: t('pro_timezone') })).toHaveValue('Europe/London'), patience);
    for (const box of await canvas.findAllByRole('checkbox', undefined, patience)) await expect(box).not.toBeChecked();
    await expect(await field('pro_city')).toHaveValue(professional.city);
  },
};

/** The lists are loading. */
export const Loading: Story = at({}, { slow: ['/v2/professional/options'] });

export const ListsMissing: Story = {
  ...at(blankPractice, { failing: { '/v2/professional/options': 500 } }),
  async play(context) {
    const { canvas, t, shows } = await onScreen(context, 'pro_practice_title');
    await shows('pro_options_failed');
    // A failed list isn't shown as loading.
    await expect(canvas.queryByText(t('pro_loading'))).toBeNull();
  },
};

/** The server's own faults appear at their fields. */
export const ErrorsOfTheServer: Story = {
  ...at({}, { failing: { '/v2/professional/users/validator': refused } }),
  async play(context) {
    const { press, field } = await listed(context);
    await press('continue');
    await waitFor(async () => expect(await field('pro_zip')).toHaveAttribute('aria-invalid', 'true'), patience);
  },
};

export const Busy: Story = {
  ...at({}, { slow: ['/v2/professional/users/validator'] }),
  async play(context) {
    await (await listed(context)).keepsBusy('continue', { call: '/v2/professional/users/validator' });
  },
};

export const OnAPhone: Story = {
  ...at(),
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
