import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';
import { inviteStory } from '../fixtures/invitation.js';

const renewal = '/v1/invite/renewal';
const at = (server: Behavior = {}, isSlow = false) => inviteStory('/invite/request', { server, isSlow });

const meta = { title: 'Invitation/2 Request a new link', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ask: Story = {
  async play(context) {
    const { button } = await onScreen(context, 'invite_request_title');
    await expect(await button('invite_request_action')).toBeVisible();
  },
};

export const Requesting: Story = {
  ...at({ slow: [renewal] }),
  async play(context) {
    const { press, canvas, t } = await onScreen(context, 'invite_request_title');
    await press('invite_request_action');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(t('invite_request_sending')), patience);
  },
};

export const TakesLong: Story = {
  ...at({ slow: [renewal] }, true),
  async play(context) {
    const { press, shows } = await onScreen(context, 'invite_request_title');
    await press('invite_request_action');
    await shows('slow_message');
  },
};

/** No answer arrived. It wasn't a refusal, so the button stays. */
export const Offline: Story = {
  ...at({ offline: [renewal] }),
  async play(context) {
    const { press, shows } = await onScreen(context, 'invite_request_title');
    await press('invite_request_action');
    await shows('offline_message');
  },
};

export const OnTheWay: Story = {
  async play(context) {
    const { canvas, t, press, button } = await onScreen(context, 'invite_request_title');
    await press('invite_request_action');
    const title = await canvas.findByRole('heading', { level: 1, name: t('invite_request_sent_title') }, patience);
    await waitFor(() => expect(title).toHaveFocus());
    await expect(await button('invite_request_again')).toBeVisible();
  },
};

export const Failed: Story = {
  ...at({ failing: { [renewal]: 403 } }),
  async play(context) {
    const { canvas, t, press } = await onScreen(context, 'invite_request_title');
    await press('invite_request_action');
    const title = await canvas.findByRole('heading', { level: 1, name: t('invite_request_failed_title') }, patience);
    await waitFor(() => expect(title).toHaveFocus());
    await expect(canvas.getByRole('link', { name: t('invite_request_failed_email', { email: 'support@example.com' }) })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    );
  },
};

/** Without a link there is no way back to the request. */
export const WithoutALink: Story = {
  ...flowStory(() => ({ path: '/invite/request' })),
  async play(context) {
    const { canvas, t } = await onScreen(context, 'invite_request_failed_title');
    await expect(canvas.queryByRole('button', { name: t('invite_request_back') })).toBeNull();
  },
};

export const OnACard: Story = {
  ...Failed,
  globals: { flags: 'grow722' },
  parameters: { proves: 'The other look of the invitation (grow722): the same words on a card.' },
};

export const OnAPhone: Story = {
  ...Failed,
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
