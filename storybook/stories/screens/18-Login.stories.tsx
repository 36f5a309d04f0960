import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { waitText } from '@widget/flow/wait.js';
import { flowStory, onScreen } from '../fixtures/flow.js';
import { shownIn } from '../fixtures/words.js';

const login = (server: Behavior = {}, isSlow = false) => flowStory(() => ({ path: '/login', server, isSlow }));

const meta = { title: 'Journey/18 Log in', ...login() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<NonNullable<Story['play']>>[0];

/** Types a username and a password, and sends them. */
async function logIn(context: Context) {
  const screen = await onScreen(context, 'login_title');
  await screen.type('login_username', 'maya_ortiz');
  await screen.type('login_password', 'A-Long-Pass-77');
  await screen.press('login_submit');
  return screen;
}

export const Empty: Story = {
  async play(context) {
    const { canvas, t } = await onScreen(context, 'login_title');
    for (const code of ['duplicate_forgot', 'login_signup']) await expect(canvas.getByText(t(code))).toBeVisible();
  },
};

export const Missing: Story = {
  async play(context) {
    const { press, shows } = await onScreen(context, 'login_title');
    await press('login_submit');
    await shows('login_missing');
  },
};

export const Wrong: Story = {
  ...login({ isLoginRefused: true }),
  async play(context) {
    const { shows, canvas, t } = await logIn(context);
    await shows('login_wrong');
    await expect(canvas.getByLabelText(t('login_username'))).toHaveValue('maya_ortiz');
  },
};

/** Shows the time to wait. */
export const TooManyTries: Story = {
  ...login({ failing: { 'POST /login': { status: 429, code: 'too_many_tries', retryAfter: 42 } } }),
  async play(context) {
    const { shows } = await logIn(context);
    await shows('login_wait', { wait: waitText(42, shownIn(context.globals)) });
  },
};

export const Busy: Story = {
  ...login({ slow: ['/login'] }, true),
  async play(context) {
    const { type, keepsBusy } = await onScreen(context, 'login_title');
    await type('login_username', 'maya_ortiz');
    await type('login_password', 'A-Long-Pass-77');
    await keepsBusy('login_submit', { call: 'POST /login', text: 'login_submitting', isSlow: true });
  },
};

export const Offline: Story = {
  ...login({ offline: ['/login'] }),
  async play(context) {
    await (await logIn(context)).shows('offline_message');
  },
};

/** The account page's first call finds the login expired. */
export const Expired: Story = {
  ...flowStory(() => ({ path: '/account', isLoggedIn: true, server: { failing: { '/v1/account': { status: 401, code: 'token_invalid' } } } })),
  async play(context) {
    await (await onScreen(context, 'login_title')).shows('login_expired');
  },
};

/** The code for a login from another site's page is used or expired. */
export const NotHandedOver: Story = {
  ...flowStory(() => ({
    path: '/account',
    session: { handOver: 'story-code' },
    server: { failing: { 'POST /v1/account/login': { status: 401, code: 'token_invalid' } } },
  })),
  async play(context) {
    await (await onScreen(context, 'login_title')).shows('login_not_handed_over');
  },
};

/** The code could not be checked: the form, with the reason. */
export const NotReached: Story = {
  ...flowStory(() => ({ path: '/account', session: { handOver: 'story-code' }, server: { offline: ['/v1/account/login'] } })),
  async play(context) {
    await (await onScreen(context, 'login_title')).shows('offline_message');
  },
};

export const HandedOver: Story = {
  ...flowStory(() => ({ path: '/account', session: { handOver: 'story-code' } })),
  async play(context) {
    const { canvas, t } = await onScreen(context, 'account_title');
    await expect(await canvas.findByText(t('account_own'))).toBeVisible();
  },
};

/** The login is being taken over. */
export const Arriving: Story = {
  ...flowStory(() => ({ path: '/account', session: { handOver: 'story-code' }, server: { slow: ['/v1/account/login'] } })),
  async play(context) {
    const { canvas, t } = await onScreen(context, 'account_title');
    await expect(canvas.queryByLabelText(t('login_password'))).toBeNull();
  },
};

export const LoggedOut: Story = {
  ...flowStory(() => ({ path: '/account', isLoggedIn: true })),
  async play(context) {
    await (await onScreen(context, 'account_title')).press('account_logout');
    await (await onScreen(context, 'login_title')).shows('login_left');
  },
};

/** The account page opens, and takes the focus. */
export const LoggedIn: Story = {
  async play(context) {
    await logIn(context);
    const { canvas, t } = await onScreen(context, 'account_title');
    await expect(await canvas.findByText(t('account_own'))).toBeVisible();
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus();
  },
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
