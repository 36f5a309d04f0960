import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { parent } from '@fake/people.js';
import { paidOf } from '@fake/receipt.js';
import type { Behavior } from '@fake/server.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';

/** Paid in this tab. */
const paid = (server: Behavior = {}, isSlow = false) =>
  flowStory(({ market }, locale) => ({
    session: { paid: paidOf(locale, { country: market.country }) },
    server,
    isSlow,
  }));

/** Opened by a mailed link. */
const mailed = (server: Behavior = {}) =>
  flowStory(() => ({
    path: '/credentials',
    session: { mailedToken: 'story-token' },
    server,
  }));

const meta = { title: 'Journey/13 Credentials', ...paid() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

const calls = '/v1/credentials';
const lookup = '/v1/credentials/username-availability';

/** Fills in both fields: leaving the username checks it at the server. */
async function fill(context: Context, username = 'maya.ortiz', password = 'quiet-harbor-42!') {
  const screen = await onScreen(context, 'credentials_title');
  await screen.type('credentials_username', username);
  await screen.type('credentials_password', password);
  return {
    ...screen,
    username: await screen.field('credentials_username'),
    submit: await screen.button('credentials_submit'),
  };
}

/** A story of a running call: the button shows it, and a second press has no effect. */
const busy = (isSlow = false): Story => ({
  ...paid({ slow: [calls] }, isSlow),
  async play(context) {
    const { keepsBusy } = await fill(context);
    await keepsBusy('credentials_submit', {
      call: /^POST .v1.credentials$/,
      text: 'credentials_submitting',
      isSlow,
    });
  },
});

export const Empty: Story = {
  async play(context) {
    const { button } = await onScreen(context, 'credentials_title');
    await expect(await button('credentials_submit')).toBeDisabled();
  },
};

/** A code covered the whole price: no payment was needed. */
export const NothingWasDue: Story = {
  ...flowStory(({ market }, locale) => ({
    session: { paid: paidOf(locale, { country: market.country, free: true }) },
  })),
  async play(context) {
    const { canvas, t } = await onScreen(context, 'credentials_title');
    await expect(canvas.getByText(t('credentials_subtitle_mailed'))).toBeVisible();
  },
};

export const Filled: Story = {
  async play(context) {
    const { submit } = await fill(context);
    await waitFor(() => expect(submit).toBeEnabled(), patience);
  },
};

export const UsernameTaken: Story = {
  ...paid({ username: { available: false, meetsRequirements: true } }),
  async play(context) {
    const { username } = await fill(context);
    await waitFor(() => expect(username).toHaveAttribute('aria-invalid', 'true'), patience);
  },
};

/** The server has requirements that this page lacks. */
export const UsernameUnfit: Story = {
  ...paid({ username: { available: true, meetsRequirements: false } }),
  async play(context) {
    const { username, submit, t } = await fill(context);
    await waitFor(() => expect(username).toHaveAccessibleDescription(expect.stringContaining(t('validUsernameRequirement_error'))), patience);
    await expect(submit).toBeDisabled();
  },
};

/** A refused username keeps Complete Signup disabled until it is changed. */
export const Refused: Story = {
  ...paid({
    failing: {
      [calls]: {
        status: 409,
        validationErrors: [
          {
            field: 'username',
            code: 'username_taken',
            text: 'This username cannot be used',
          },
        ],
      },
    },
  }),
  async play(context) {
    const { username, submit, t } = await fill(context);
    await userEvent.click(submit);
    await waitFor(() => expect(username).toHaveAccessibleDescription(expect.stringContaining(t('username_taken'))), patience);
    await expect(submit).toBeDisabled();
    await userEvent.type(username, '2');
    await expect(submit).toBeEnabled();
  },
};

export const WithErrors: Story = {
  async play(context) {
    const { submit } = await fill(context, '@maya', 'short');
    await expect(submit).toBeDisabled();
  },
};

export const Failed: Story = {
  ...paid({ failing: { [calls]: 500 } }),
  async play(context) {
    const { submit, shows } = await fill(context);
    await userEvent.click(submit);
    await shows('credentials_failed');
  },
};

export const Busy: Story = busy();

export const Slow: Story = busy(true);

/** The username field was left, and the server is checking the name. */
export const Checking: Story = {
  ...paid({ slow: [lookup] }),
  async play(context) {
    const { shows } = await fill(context);
    await shows('credentials_username_checking');
  },
};

/** The link was used meanwhile. */
export const LinkExpired: Story = {
  ...paid({ failing: { [lookup]: 410 } }),
  async play(context) {
    const screen = await onScreen(context, 'credentials_title');
    await screen.type('credentials_username', 'maya.ortiz');
    await userEvent.tab();
    await expect(await screen.button('link_send')).toBeVisible();
  },
};

export const NewLinkSent: Story = {
  ...LinkExpired,
  async play(context) {
    await LinkExpired.play?.(context);
    const { press, canvas, t } = await onScreen(context, 'credentials_title');
    await press('link_send');
    await expect(await canvas.findByText(t('link_sent', { email: parent.email }), undefined, patience)).toBeVisible();
  },
};

/** The receipt opens in 5 seconds, unless the user stays. */
export const Done: Story = {
  async play(context) {
    const { submit, press, shows } = await fill(context);
    await userEvent.click(submit);
    await press('credentials_success_stay');
    await shows('credentials_success_stayed');
  },
};

/** After a mailed link there is no receipt, and the user is logged in. */
export const DoneByMail: Story = {
  ...mailed(),
  async play(context) {
    const { submit, shows } = await fill(context);
    await userEvent.click(submit);
    await shows('credentials_saved');
  },
};

/** A mailed link has expired: the user types the address for a new one. */
export const LinkExpiredByMail: Story = {
  ...mailed({ failing: { [lookup]: 410 } }),
  play: LinkExpired.play,
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  parameters: {
    proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.',
  },
};
