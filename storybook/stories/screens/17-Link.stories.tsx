import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { parent } from '@fake/people.js';
import type { Behavior } from '@fake/server.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';

const links = '/v1/links';
const link = (server: Behavior = {}, isSlow = false) => flowStory(() => ({ path: '/link', server, isSlow }));

/** Opened by the mailed link. */
const password = (server: Behavior = {}) =>
  flowStory(() => ({
    path: '/password',
    session: { mailedToken: 'story-token' },
    server,
  }));

const meta = { title: 'Journey/17 Get back in', ...link() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

const requestLink = async (context: Context) => {
  const screen = await onScreen(context, 'link_title');
  await screen.type('field_email', parent.email);
  await screen.press('link_send');
  return screen;
};

/** One form for a forgotten password, a missing username and a lost invitation. */
export const AskForALink: Story = {
  async play(context) {
    const { button } = await onScreen(context, 'link_title');
    await expect(await button('link_send')).toBeVisible();
  },
};

/** The same for every address. */
export const LinkSent: Story = {
  async play(context) {
    const { canvas, t } = await requestLink(context);
    await expect(await canvas.findByText(t('link_sent', { email: parent.email }), undefined, patience)).toBeVisible();
  },
};

export const NotAnAddress: Story = {
  async play(context) {
    const { type, press, field } = await onScreen(context, 'link_title');
    await type('field_email', 'maya');
    await press('link_send');
    await waitFor(async () => expect(await field('field_email')).toHaveAttribute('aria-invalid', 'true'), patience);
  },
};

export const TooManyLinks: Story = {
  ...link({ failing: { [links]: { status: 429, code: 'too_many_tries' } } }),
  async play(context) {
    await (await requestLink(context)).shows('too_many_tries');
  },
};

export const Offline: Story = {
  ...link({ offline: [links] }),
  async play(context) {
    await (await requestLink(context)).shows('offline_message');
  },
};

export const NewPassword: Story = {
  ...password(),
  async play(context) {
    const { button } = await onScreen(context, 'password_title');
    await expect(await button('password_submit')).toBeVisible();
  },
};

export const WeakPassword: Story = {
  ...password(),
  async play(context) {
    const { type, press, canvas, t } = await onScreen(context, 'password_title');
    await type('password_new', 'short');
    await press('password_submit');
    await expect(await canvas.findByText(t('summary_title_other', { count: 3 }), undefined, patience)).toBeVisible();
  },
};

export const PasswordSaved: Story = {
  ...password(),
  async play(context) {
    const { type, press, canvas, t } = await onScreen(context, 'password_title');
    await type('password_new', 'quiet-harbor-42!');
    await press('password_submit');
    await expect(await canvas.findByText(t('password_done_text', { username: 'maya.ortiz' }), undefined, patience)).toBeVisible();
  },
};

/** The link is used or expired: the page offers another. */
export const PasswordLinkEnded: Story = {
  ...flowStory(() => ({ path: '/password' })),
  async play(context) {
    await (await onScreen(context, 'password_title')).shows('link_ended');
  },
};

export const OnAPhone: Story = {
  ...LinkSent,
  globals: { viewport: { value: 'phone' } },
  parameters: {
    proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.',
  },
};
