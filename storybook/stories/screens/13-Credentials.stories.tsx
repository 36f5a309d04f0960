import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import type { Violation } from '@widget/client/types.js';
import { Credentials } from '@widget/screens/credentials/Credentials.js';
import { CredentialsDone } from '@widget/screens/credentials/CredentialsDone.js';
import { CredentialsExpired } from '@widget/screens/credentials/CredentialsExpired.js';
import { CredentialsRenewal } from '@widget/screens/credentials/CredentialsRenewal.js';
import { CredentialsSaved } from '@widget/screens/credentials/CredentialsSaved.js';
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

/** The server knows of requirements that this page doesn't. */
export const UsernameUnfit: Story = {
  args: { availability: 'unfit' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const field = canvas.getByRole('textbox', { name: word(globals, 'credentials_username') });
    await userEvent.type(field, 'maya.ortiz');
    await userEvent.type(canvas.getByLabelText(word(globals, 'credentials_password')), 'quiet-harbor-42!');
    await expect(field).toHaveAccessibleDescription(expect.stringContaining(word(globals, 'validUsernameRequirement_error')));
    await expect(canvas.getByRole('button', { name: word(globals, 'credentials_submit') })).toBeDisabled();
  },
};

/** What the server refused keeps Complete Signup disabled until it is changed. */
export const Refused: Story = {
  render: function Answered(args) {
    const [errors, setErrors] = useState<readonly Violation[]>();
    const refuse = () => setErrors([{ field: 'username', code: 'username_taken', text: 'This username cannot be used' }]);
    return (
      <Frame>
        <Credentials {...args} errors={errors} onSubmit={refuse} />
      </Frame>
    );
  },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const field = canvas.getByRole('textbox', { name: word(globals, 'credentials_username') });
    const submit = canvas.getByRole('button', { name: word(globals, 'credentials_submit') });
    await userEvent.type(field, 'maya.ortiz');
    await userEvent.type(canvas.getByLabelText(word(globals, 'credentials_password')), 'quiet-harbor-42!');
    await userEvent.click(submit);
    await expect(field).toHaveAccessibleDescription(expect.stringContaining(word(globals, 'username_taken')));
    await expect(submit).toBeDisabled();
    await userEvent.type(field, '2');
    await expect(submit).toBeEnabled();
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

/** The login with what was just chosen was refused. */
export const DoneNotLoggedIn: Story = {
  render: () => (
    <Frame>
      <CredentialsDone isLoginRefused onContinue={() => undefined} />
    </Frame>
  ),
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByText(word(globals, 'login_error'))).toBeVisible();
  },
};

/** After a mailed link there is no receipt, only an account to log in to. */
export const DoneByMail: Story = {
  render: () => (
    <Frame>
      <CredentialsSaved loginHref="#login" />
    </Frame>
  ),
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByText(word(globals, 'credentials_saved'))).toBeVisible();
  },
};

/** A mailed link has ended, and only the person knows where a new one may be sent. */
export const LinkExpiredByMail: Story = {
  render: () => (
    <Frame>
      <CredentialsRenewal loginHref="#login" isBusy={false} onSubmit={() => undefined} />
    </Frame>
  ),
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
