import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Credentials } from '@widget/screens/credentials/Credentials.js';
import { CredentialsDone } from '@widget/screens/credentials/CredentialsDone.js';
import { CredentialsExpired } from '@widget/screens/credentials/CredentialsExpired.js';
import { Frame } from '../fixtures/Frame.js';
import { word } from '../fixtures/words.js';

const meta = {
  title: 'Journey/13 Credentials',
  component: Credentials,
  parameters: { frame: 'screen' },
  args: { email: 'maya.ortiz@example.com', availability: 'unknown', onUsernameLeft: fn(), onUsernameTyped: fn(), onSubmit: fn() },
  render: (args) => (
    <Frame>
      <Credentials {...args} />
    </Frame>
  ),
} satisfies Meta<typeof Credentials>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('button', { name: word(globals, 'credentials_submit') })).toBeDisabled();
  },
};

export const Filled: Story = {
  args: { availability: 'free' },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'credentials_username') }), 'maya.ortiz');
    await userEvent.type(canvas.getByLabelText(word(globals, 'credentials_password')), 'quiet-harbor-42!');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'credentials_submit') }));
    await expect(args.onSubmit).toHaveBeenCalledWith({ username: 'maya.ortiz', password: 'quiet-harbor-42!' });
  },
};

export const UsernameTaken: Story = {
  args: { availability: 'taken' },
  async play({ canvasElement, globals }) {
    const field = within(canvasElement).getByRole('textbox', { name: word(globals, 'credentials_username') });
    await userEvent.type(field, 'maya.ortiz');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  },
};

export const WithErrors: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'credentials_username') }), '@maya');
    await userEvent.type(canvas.getByLabelText(word(globals, 'credentials_password')), 'short');
    await expect(canvas.getByRole('button', { name: word(globals, 'credentials_submit') })).toBeDisabled();
  },
};

export const Failed: Story = {
  render: (args, { globals }) => (
    <Frame>
      <Credentials {...args} failure={word(globals, 'credentials_failed')} />
    </Frame>
  ),
};

export const Busy: Story = { args: { isBusy: true } };

export const Slow: Story = { args: { isBusy: true, isSlow: true } };

/** The username was left, and the server is being asked. */
export const Checking: Story = {
  args: { availability: 'checking' },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByText(word(globals, 'credentials_username_checking'))).toBeVisible();
  },
};

export const NewLinkSent: Story = {
  render: () => (
    <Frame>
      <CredentialsExpired loginHref="#login" isSent isBusy={false} onRenew={() => undefined} />
    </Frame>
  ),
};

export const LinkExpired: Story = {
  render: () => (
    <Frame>
      <CredentialsExpired loginHref="#login" isSent={false} isBusy={false} onRenew={() => undefined} />
    </Frame>
  ),
};

/** The receipt opens in 5 seconds, unless one stays. */
export const Done: Story = {
  render: () => (
    <Frame>
      <CredentialsDone onContinue={() => undefined} />
    </Frame>
  ),
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'credentials_success_stay') }));
    await expect(canvas.getByText(word(globals, 'credentials_success_stayed'))).toBeVisible();
  },
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
