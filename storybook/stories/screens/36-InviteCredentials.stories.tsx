import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { paidOf } from '@fake/receipt.js';
import type { Invited } from '@fake/server.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';
import { inviteStory, paidFor, withAddress } from '../fixtures/invitation.js';

/** The paid seat was accepted. */
const joined: Invited = { ...paidFor, registration: withAddress, hasJoined: true };
const at = (change: Partial<Invited> = {}) => inviteStory('/invite/credentials', { invited: { ...joined, ...change } });

/** Paid in this tab, and the credentials are set. */
const paid = flowStory(({ market }, locale) => ({
  path: '/invite/receipt',
  invite: { paid: paidOf(locale, { country: market.country }), credentialsSet: true },
}));

const meta = { title: 'Invitation/6 Credentials and receipt', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

async function fill(context: Context) {
  const screen = await onScreen(context, 'credentials_title');
  await screen.type('credentials_username', 'daniel.reyes');
  await screen.type('credentials_password', 'quiet-harbor-42!');
  return { ...screen, submit: await screen.button('credentials_submit'), boxes: screen.canvas.queryAllByRole('checkbox') };
}

/** Without earlier consent, the terms must be ticked. */
export const TermsNotAgreed: Story = {
  async play(context) {
    const { submit } = await fill(context);
    await expect(submit).toBeDisabled();
  },
};

export const TermsTicked: Story = {
  async play(context) {
    const { submit, boxes } = await fill(context);
    await userEvent.click(boxes[0] as HTMLElement);
    await waitFor(() => expect(submit).toBeEnabled(), patience);
  },
};

/** Outside the US nothing is ticked at first. */
export const OutsideTheUS: Story = {
  ...at({
    registration: { ...withAddress, address: { line1: '10 High Street', city: 'London', region: 'ENG', postalCode: 'N1 1AA', country: 'GB' } },
  }),
  async play(context) {
    for (const box of (await fill(context)).boxes) await expect(box).not.toBeChecked();
  },
};

/** Agreed with the payment: the terms aren't shown again. */
export const AgreedBefore: Story = {
  ...at({ agreedToTerms: true }),
  async play(context) {
    await expect((await fill(context)).boxes).toHaveLength(0);
  },
};

/** Paid by the other parent: the account opens in 5 seconds, unless the user stays. */
export const DoneLeadsToTheLogin: Story = {
  ...at({ agreedToTerms: true }),
  async play(context) {
    const { submit, shows, press } = await fill(context);
    await userEvent.click(submit);
    await shows('invite_login_text');
    await press('credentials_success_stay');
    await shows('invite_login_stayed');
  },
};

/** An invitee's receipt doesn't mention the other parent. */
export const PaidReceipt: Story = {
  ...paid,
  async play(context) {
    const { canvas, t } = await onScreen(context, 'receipt_title');
    await expect(canvas.queryByText(t('receipt_coparent'))).toBeNull();
    await expect(canvas.getAllByRole('link', { name: t('receipt_login') })[0]).toHaveAttribute('href', '#login');
  },
};

/** The payment is forgotten once the receipt was shown. */
export const ReceiptReloaded: Story = {
  ...flowStory(() => ({ path: '/invite/receipt', invite: { credentialsSet: true } })),
  async play(context) {
    await onScreen(context, 'receipt_reload_title');
  },
};

export const OnACard: Story = { globals: { flags: 'grow722' } };

export const ReceiptOnACard: Story = {
  ...paid,
  globals: { flags: 'grow722' },
  parameters: { proves: 'The other look of the invitation (grow722): the same words on a card.' },
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
