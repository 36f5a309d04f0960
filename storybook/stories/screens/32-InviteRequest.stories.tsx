import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Request, type RequestProps } from '@widget/screens/invite/Request.js';
import { InviteFrame } from '../fixtures/invitation.js';
import { word } from '../fixtures/words.js';

function Screen(props: RequestProps) {
  return (
    <InviteFrame>
      <Request {...props} />
    </InviteFrame>
  );
}

const meta = {
  title: 'Invitation/2 Request a new link',
  component: Screen,
  parameters: { frame: 'screen' },
  args: { state: 'ask', supportEmail: 'support@example.com', loginHref: '#login', onRequest: fn(), onBack: fn() },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ask: Story = {
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'invite_request_action') }));
    await expect(args.onRequest).toHaveBeenCalledOnce();
  },
};

export const Requesting: Story = { args: { isBusy: true } };

export const TakesLong: Story = { args: { isBusy: true, isSlow: true } };

/** No answer came: nobody refused, so the button stays. */
export const Offline: Story = {
  render: (args, { globals }) => <Screen {...args} failure={word(globals, 'offline_message')} />,
};

export const OnTheWay: Story = {
  args: { state: 'sent' },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('heading', { level: 1, name: word(globals, 'invite_request_sent_title') })).toHaveFocus();
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'invite_request_again') }));
    await expect(args.onBack).toHaveBeenCalledOnce();
  },
};

export const Failed: Story = {
  args: { state: 'failed', headingTakesFocus: true },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('heading', { level: 1, name: word(globals, 'invite_request_failed_title') })).toHaveFocus();
    await expect(canvas.getByRole('link', { name: word(globals, 'invite_request_failed_email', { email: 'support@example.com' }) })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    );
  },
};

/** Nothing to ask with: there is no way back to the request. */
export const WithoutALink: Story = {
  args: { state: 'failed', onBack: undefined },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).queryByRole('button', { name: word(globals, 'invite_request_back') })).toBeNull();
  },
};

export const OnACard: Story = { args: { state: 'failed' }, globals: { flags: 'grow722' } };

export const OnAPhone: Story = { args: { state: 'failed' }, globals: { viewport: { value: 'phone' } } };
