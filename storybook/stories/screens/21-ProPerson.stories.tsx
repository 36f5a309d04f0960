import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { onScreen, patience } from '../fixtures/flow.js';
import { professional, proStory } from '../fixtures/professional.js';

const at = (change: Partial<typeof professional> = {}, server: Behavior = {}, isSlow = false) =>
  proStory('ONE', { ...professional, ...change }, server, isSlow);

const meta = { title: 'Professionals/1 You', ...proStory('ONE') } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

/** Waits for the screen and its lists. */
async function listed(context: Context) {
  const screen = await onScreen(context, 'pro_person_title');
  await waitFor(async () => expect(await screen.canvas.findByRole('combobox', { name: screen.t('pro_hear') })).toBeEnabled(), patience);
  await screen.canvas.findByRole('option', { name: screen.t('referral_search_engine') }, patience);
  return screen;
}

const calls = '/v2/professional/users/validator';

/** A story of a running call: the button shows it, and a second press has no effect. */
const busy = (isSlow = false): Story => ({
  ...at({}, { slow: [calls] }, isSlow),
  async play(context) {
    const { keepsBusy } = await listed(context);
    await keepsBusy('continue', { call: calls, isSlow });
  },
});

export const Empty: Story = {};

/** Letters are dropped from the extension. */
export const Filled: Story = {
  ...at(),
  async play(context) {
    const { field } = await listed(context);
    const extension = await field('pro_extension');
    await userEvent.type(extension, 'ab3');
    await expect(extension).toHaveValue('123');
  },
};

/** Each message in the summary and at its field, and no request. */
export const WithErrors: Story = {
  async play(context) {
    const { canvas, t, press } = await listed(context);
    await press('continue');
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 5 }) })).toHaveFocus();
    await expect(canvas.getByRole('combobox', { name: t('pro_hear') })).toHaveAccessibleDescription(t('signup_hearAboutUs_error'));
  },
};

/** A bench officer: name and position. */
export const BenchOfficer: Story = {
  ...at({ hearAboutUs: 'BENCH_OFFICER' }),
  async play(context) {
    const { canvas, t, press } = await listed(context);
    const position = canvas.getByRole('combobox', { name: t('pro_bench_position') });
    // EMPTY isn't an option: its label is the text for no choice.
    await expect(within(position).getAllByRole('option')).toHaveLength(3);
    await press('continue');
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 2 }) })).toHaveFocus();
  },
};

/** A colleague: name and role. */
export const Colleague: Story = at({ hearAboutUs: 'REFERRED_BY_COLLEAGUE', referralColleagueName: 'Tom Berg' });

/** Another way: explained, in at most 200 characters. */
export const Other: Story = {
  ...at({ hearAboutUs: 'OTHER', referralOtherExplain: 'x'.repeat(201) }),
  async play(context) {
    const { press, field, shows } = await listed(context);
    await shows('pro_other_count', { count: 201, max: 200 });
    await press('continue');
    await expect(await field('pro_other')).toHaveAttribute('aria-invalid', 'true');
  },
};

/** The server's check found an account with the email. */
export const Duplicate: Story = {
  ...at(
    {},
    {
      failing: {
        '/v2/professional/users/validator': { status: 409, validationErrors: [{ field: 'duplicate', code: 'parent_duplicate', text: '' }] },
      },
    },
  ),
  async play(context) {
    const { canvas, press, shows, field } = await listed(context);
    await press('continue');
    await shows('pro_duplicate_help');
    await expect(canvas.getByRole('link', { name: /\s555\s0199$|555.0199$/ })).toHaveAttribute('href', 'tel:+18005550199');
    await expect(await field('field_email')).toHaveValue(professional.email);
  },
};

/** The lists are loading. */
export const Loading: Story = proStory('ONE', undefined, { slow: ['/v2/professional/options'] });

export const ListsMissing: Story = {
  ...proStory('ONE', undefined, { failing: { '/v2/professional/options': 500 } }),
  async play(context) {
    await (await onScreen(context, 'pro_person_title')).shows('pro_options_failed');
  },
};

export const Busy: Story = busy();

export const Slow: Story = busy(true);

export const OnAPhone: Story = { ...at(), globals: { viewport: { value: 'phone' } } };
