import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { parent } from '@fake/people.js';
import { flowStory, onScreen } from '../fixtures/flow.js';

const meta = { title: 'Journey/03 Parent account', ...flowStory() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** A story with typed, unsent values. */
const typed = (change: Partial<typeof parent | Record<keyof typeof parent, string>> = {}) =>
  flowStory(() => ({ session: { drafts: { parent: { ...parent, ...change } } } }));

/** A story of the server's reaction to Continue. */
const sent = (server: Behavior, isSlow = false): Story => ({
  ...flowStory(() => ({ session: { drafts: { parent } }, server, isSlow })),
  async play(context) {
    await (await onScreen(context, 'parent_title')).press('continue');
  },
});

const calls = 'POST /v1/signups';

/** A story of a running call: the button shows it, and a second press has no effect. */
const busy = (isSlow = false): Story => ({
  ...flowStory(() => ({ session: { drafts: { parent } }, server: { slow: [calls] }, isSlow })),
  async play(context) {
    const { keepsBusy } = await onScreen(context, 'parent_title');
    await keepsBusy('continue', { call: calls, isSlow });
  },
});

const likely = { status: 409, validationErrors: [{ field: 'duplicateWarning', code: 'parent_duplicate_likely', text: '' }] };

export const Empty: Story = {};

export const Filled: Story = {
  ...typed(),
  async play(context) {
    const { field } = await onScreen(context, 'parent_title');
    await expect(await field('field_email')).toHaveValue(parent.email);
  },
};

/** Continue without input: each message in the summary and at its field, and no request. */
export const WithErrors: Story = {
  async play(context) {
    const { canvas, t, press, field } = await onScreen(context, 'parent_title');
    await press('continue');
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 4 }) })).toHaveFocus();
    await expect(await field('field_email')).toHaveAttribute('aria-invalid', 'true');
  },
};

export const EachRuleBroken: Story = {
  ...typed({ firstName: 'Maya 🌻', lastName: '', email: 'maya@', phoneNumber: '555' }),
  async play(context) {
    const { canvas, t, press, field } = await onScreen(context, 'parent_title');
    await press('continue');
    await expect(canvas.getByRole('link', { name: `${t('field_last_name')}: ${t('field_required')}` })).toBeVisible();
    await expect(await field('field_first_name')).toHaveValue('Maya 🌻');
  },
};

/** The server suspects a duplicate: the message explains what Continue does now. */
export const LikelyDuplicate: Story = {
  ...sent({ failing: { 'POST /v1/signups': likely } }),
  async play(context) {
    const { press, button } = await onScreen(context, 'parent_title');
    await press('continue');
    await expect(await button('parent_warning_continue')).toBeVisible();
  },
};

export const Busy: Story = busy();

export const Slow: Story = busy(true);

/** The server could not be reached: a message, and the input stays. */
export const Offline: Story = {
  ...sent({ offline: ['POST /v1/signups'] }),
  async play(context) {
    const { press, shows, field } = await onScreen(context, 'parent_title');
    await press('continue');
    await shows('offline_message');
    await expect(await field('field_email')).toHaveValue(parent.email);
  },
};

export const LongNames: Story = typed({
  firstName: 'Maximiliana-Guadalupe',
  lastName: 'Fernández-Villanueva',
  email: 'maximiliana.guadalupe.fernandez.villanueva@correo.example.com',
});

export const OnAPhone: Story = {
  ...typed(),
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};

export const Zoomed400Percent: Story = {
  ...LikelyDuplicate,
  globals: { viewport: { value: 'zoomed' } },
  parameters: { proves: 'At 400 % zoom the warning and the form are in one column: checked by eye, and by checks/fit.ts.' },
};
