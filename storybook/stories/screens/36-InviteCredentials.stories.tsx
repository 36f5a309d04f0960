import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { Credentials, type CredentialsProps } from '@widget/screens/credentials/Credentials.js';
import { CredentialsDone } from '@widget/screens/credentials/CredentialsDone.js';
import { Receipt } from '@widget/screens/receipt/Receipt.js';
import { ReceiptGone } from '@widget/screens/receipt/ReceiptGone.js';
import { InviteFrame } from '../fixtures/invitation.js';
import { paidOf } from '@fake/receipt.js';
import { useWorld } from '../fixtures/world.js';
import { word } from '../fixtures/words.js';

function Screen(props: CredentialsProps) {
  const say = useText();
  return (
    <InviteFrame>
      <Credentials {...props} subtitle={say('invite_credentials_text')} />
    </InviteFrame>
  );
}

const consent = { isRequired: true, termsAndConditions: false, marketingOptIn: true, termsHref: '#terms', onConsent: fn() };

const meta = {
  title: 'Invitation/6 Credentials and receipt',
  component: Screen,
  parameters: { frame: 'screen' },
  args: {
    email: 'daniel.reyes@example.com',
    availability: 'unknown',
    consent,
    onUsernameLeft: fn(),
    onUsernameTyped: fn(),
    onSubmit: fn(),
  },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

async function fill(canvasElement: HTMLElement, globals: Record<string, unknown>) {
  const canvas = within(canvasElement);
  await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'credentials_username') }), 'daniel.reyes');
  await userEvent.type(canvas.getByLabelText(word(globals, 'credentials_password')), 'quiet-harbor-42!');
  return canvas.getByRole('button', { name: word(globals, 'credentials_submit') });
}

/** Who hasn't agreed to the terms yet has to tick them. */
export const TermsNotAgreed: Story = {
  async play({ canvasElement, args, globals }) {
    await expect(await fill(canvasElement, globals)).toBeDisabled();
    const [terms] = within(canvasElement).getAllByRole('checkbox');
    if (!terms) throw new Error('no terms');
    await userEvent.click(terms);
    await expect(args.consent?.onConsent).toHaveBeenCalledWith({ termsAndConditions: true });
  },
};

export const TermsTicked: Story = {
  args: { consent: { ...consent, termsAndConditions: true } },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(await fill(canvasElement, globals));
    await expect(args.onSubmit).toHaveBeenCalledWith({ username: 'daniel.reyes', password: 'quiet-harbor-42!' });
  },
};

/** Outside the US nothing is ticked beforehand. */
export const OutsideTheUS: Story = { args: { consent: { ...consent, marketingOptIn: false } } };

/** Agreed before, with the payment: nothing is asked again. */
export const AgreedBefore: Story = {
  args: { consent: undefined },
  async play({ canvasElement }) {
    await expect(within(canvasElement).queryAllByRole('checkbox')).toHaveLength(0);
  },
};

function ToLogin() {
  const say = useText();
  return (
    <InviteFrame>
      <CredentialsDone text={{ redirect: say('invite_login_text'), stayed: say('invite_login_stayed') }} onContinue={() => undefined} />
    </InviteFrame>
  );
}

/** Paid for by the other parent: the login opens in 5 seconds, unless one stays. */
export const DoneLeadsToTheLogin: Story = {
  render: () => <ToLogin />,
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('status')).toHaveTextContent(word(globals, 'invite_login_text'));
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'credentials_success_stay') }));
    await expect(canvas.getByRole('status')).toHaveTextContent(word(globals, 'invite_login_stayed'));
  },
};

const onLogin = fn();

function Paid() {
  const say = useText();
  const { market } = useWorld();
  return (
    <InviteFrame>
      <Receipt
        paid={paidOf(say.lang, { country: market.country })}
        loginHref="#login"
        onLogin={onLogin}
        hasCoParent={false}
        appStoreHref="#app-store"
        playStoreHref="#play-store"
        onPrint={() => undefined}
      />
    </InviteFrame>
  );
}

/** Nothing is said of the other parent; the login clears everything. */
export const PaidReceipt: Story = {
  render: () => <Paid />,
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.queryByText(word(globals, 'receipt_coparent'))).toBeNull();
    await userEvent.click(within(canvas.getByRole('main')).getByRole('link', { name: word(globals, 'receipt_login') }));
    await expect(onLogin).toHaveBeenCalledOnce();
  },
};

export const ReceiptReloaded: Story = {
  render: () => (
    <InviteFrame>
      <ReceiptGone loginHref="#login" onLogin={() => undefined} />
    </InviteFrame>
  ),
};

export const OnACard: Story = { globals: { flags: 'grow722' } };

export const ReceiptOnACard: Story = {
  render: () => <Paid />,
  globals: { flags: 'grow722' },
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
