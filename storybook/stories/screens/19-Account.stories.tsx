import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import type { AccountChange } from '@fake/account.js';
import type { Behavior } from '@fake/server.js';
import { coParent, parent } from '@fake/people.js';
import { waitText } from '@widget/flow/wait.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';
import { callsOf } from '../fixtures/serve.js';
import { shownIn } from '../fixtures/words.js';

const account = (change: AccountChange = {}, server: Behavior = {}) =>
  flowStory(() => ({ path: '/account', isLoggedIn: true, server: { ...server, account: change } }));

const meta = { title: 'Journey/19 Account', ...account() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const day = (date: string, locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(date));
const ends = '2027-11-21T12:00:00Z';

/** A play that expects texts on the page. */
const showsTexts =
  (...codes: string[]): Story['play'] =>
  async (context) => {
    const { shows } = await onScreen(context, 'account_title');
    for (const code of codes) await shows(code);
  };

export const OfThePayer: Story = {
  async play(context) {
    const { shows, canvas, t } = await onScreen(context, 'account_title');
    await shows('account_own');
    await shows('account_of', { name: coParent.firstName });
    await expect(canvas.getAllByText(t('account_price_plus', { amount: '$219.99' }))).toHaveLength(2);
    await expect(canvas.getAllByText(t('account_card', { brand: 'Visa', lastFour: '1111' }))).toHaveLength(2);
  },
};

/** The co-parent sees the payer's name, but neither price nor receipt nor a way to cancel. */
export const OfTheCoParent: Story = {
  ...account({ isGuest: true }),
  async play(context) {
    const { shows, canvas, t } = await onScreen(context, 'account_title');
    await shows('account_receipts_paid_by', { name: `${parent.firstName} ${parent.lastName}` });
    await expect([canvas.queryByText(/219/), canvas.queryByRole('button', { name: t('account_cancel') })]).toEqual([null, null]);
  },
};

/** A professional's codes: none yet, or the number left to give out. */
export const OfAProfessional: Story = { ...account({ isEmpty: true }), play: showsTexts('account_codes_none', 'account_codes_how') };

export const OfAProfessionalWithCodes: Story = {
  ...account({ isEmpty: true, hasCodes: true }),
  play: showsTexts('account_codes_left', 'account_codes_awaiting', 'account_codes_how'),
};

export const Loading: Story = { ...account({}, { slow: ['/v1/account'] }), play: showsTexts('loading') };

export const Failed: Story = {
  ...account({}, { offline: ['/v1/account'] }),
  async play(context) {
    const { button, canvas, t } = await onScreen(context, 'account_title');
    await expect(await button('try_again')).toBeVisible();
    await expect(canvas.getByRole('alert')).toHaveTextContent(t('account_failed'));
  },
};

/** Cancels with two presses: the button, then the confirmation. */
async function cancel(context: Parameters<NonNullable<Story['play']>>[0]) {
  const screen = await onScreen(context, 'account_title');
  const [first] = await screen.canvas.findAllByRole('button', { name: screen.t('account_cancel') }, patience);
  if (first) await userEvent.click(first);
  const dialog = within(await screen.canvas.findByRole('dialog'));
  await expect(dialog.getByText(screen.t('account_cancel_own', { date: day(ends, shownIn(context.globals)) }))).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: screen.t('account_cancel') }));
  return screen;
}

export const RenewalCancelled: Story = {
  async play(context) {
    const { shows, canvas, t } = await cancel(context);
    await shows('account_cancelled', { date: day(ends, shownIn(context.globals)) });
    await shows('account_status_cancelled');
    await expect(canvas.queryByRole('button', { name: t('account_cancel') })).toBeNull();
    const others = `${t('account_cancel')}: ${t('account_of', { name: coParent.firstName })}`;
    await expect(canvas.getByRole('button', { name: others })).toBeVisible();
    await expect(callsOf('/cancel')).toEqual(['POST /v1/subscriptions/s1/cancel']);
  },
};

/** The failure is shown at the button. */
export const CancellingFailed: Story = {
  ...account({}, { offline: ['/v1/subscriptions'] }),
  async play(context) {
    const { canvas, t } = await cancel(context);
    await expect(await within(canvas.getByRole('dialog')).findByText(t('offline_message'))).toBeVisible();
  },
};

export const OnHold: Story = {
  ...account({ own: { state: 'suspended', renews: false, renewal: undefined } }),
  play: showsTexts('account_status_suspended', 'account_suspended'),
};

export const TriedAgain: Story = {
  ...account({
    own: {
      renewal: {
        price: '219.99',
        priceFormatted: '$219.99',
        currency: 'USD',
        taxIncluded: false,
        nextTryAt: '2026-11-26T05:00:00Z',
        nextTryOn: '2026-11-26',
      },
    },
  }),
  async play(context) {
    const { shows } = await onScreen(context, 'account_title');
    await shows('account_retry', { date: day('2026-11-26T12:00:00Z', shownIn(context.globals)) });
  },
};

export const Ended: Story = {
  ...account({ own: { state: 'lapsed', renews: false, renewal: undefined } }),
  play: showsTexts('account_status_lapsed', 'account_ended'),
};

export const TaxIncluded: Story = {
  ...account({
    own: {
      renewal: { price: '159.99', priceFormatted: '£159.99', currency: 'GBP', taxIncluded: true, method: { paymentType: 'PAYPAL' } },
    },
  }),
  async play(context) {
    const { shows } = await onScreen(context, 'account_title');
    await shows('account_price_included', { amount: '£159.99' });
    await shows('payment_paypal');
  },
};

/** Opens the only receipt. */
async function openReceipt(context: Parameters<NonNullable<Story['play']>>[0]) {
  const screen = await onScreen(context, 'account_title');
  const paidOn = day('2026-11-21T12:00:00Z', shownIn(context.globals));
  await screen.press('account_receipt_of', { date: paidOn });
  return onScreen(context, 'account_receipt_title', { date: paidOn });
}

export const OneReceipt: Story = {
  async play(context) {
    const { shows, press, canvas } = await openReceipt(context);
    await shows('receipt_print');
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus();
    await press('account_back');
    await openReceipt(context);
  },
};

export const ReceiptFailed: Story = {
  ...account({}, { failing: { '/v1/account/receipts': 500 } }),
  async play(context) {
    const { button, canvas, t } = await openReceipt(context);
    await expect(await button('try_again')).toBeVisible();
    await expect(canvas.getByRole('alert')).toHaveTextContent(t('account_receipt_failed'));
  },
};

/** Presses the download of the only receipt. */
async function download(context: Parameters<NonNullable<Story['play']>>[0]) {
  const screen = await onScreen(context, 'account_title');
  await screen.press('account_receipt_file_of', { date: day('2026-11-21T12:00:00Z', shownIn(context.globals)) });
  return screen;
}

export const DownloadingAReceipt: Story = {
  ...account({}, { slow: ['/v1/account/receipts'] }),
  async play(context) {
    const { shows } = await download(context);
    await shows('account_receipt_saving');
    await expect(callsOf('/v1/account/receipts')).toHaveLength(1);
  },
};

/** The failure is shown at the receipt; the page stays. */
export const DownloadFailed: Story = {
  ...account({}, { offline: ['/v1/account/receipts'] }),
  async play(context) {
    const { canvas, t } = await download(context);
    await expect(await canvas.findByRole('alert', undefined, patience)).toHaveTextContent(`${t('account_receipt_unsaved')} ${t('offline_message')}`);
  },
};

/** A payment that the bank approved, but that couldn't be collected: shows the amount due and leads to its payment. */
const owing = (confirming: boolean): AccountChange => ({
  own: {
    state: 'suspended',
    renews: false,
    renewal: undefined,
    due: { amount: '231.49', amountFormatted: '$231.49', currency: 'USD', country: 'US', keepsMethod: true, ...(confirming ? { confirming } : {}) },
  },
});

export const Owing: Story = {
  ...account(owing(false)),
  async play(context) {
    const { shows, press } = await onScreen(context, 'account_title');
    await shows('account_due', { amount: '$231.49' });
    await press('due_title');
    await onScreen(context, 'due_title');
  },
};

export const OwingAndConfirming: Story = {
  ...account(owing(true)),
  play: showsTexts('account_due_confirming', 'due_again', 'account_status_suspended'),
};

export const Refunded: Story = {
  ...account({ isRefunded: true, own: { state: 'cancelled', renews: false, renewal: undefined } }),
  async play(context) {
    const { shows, button } = await onScreen(context, 'account_title');
    await shows('account_status_refunded');
    await expect(await button('account_note_file_of', { number: 'C-2026-000001' })).toBeVisible();
  },
};

export const InvitationSent: Story = {
  async play(context) {
    const { press, shows } = await onScreen(context, 'account_title');
    await press('account_send');
    await shows('account_sent', { name: coParent.firstName });
  },
};

export const InvitationSentTooOften: Story = {
  ...account({}, { failing: { '/v1/account/co-parent': { status: 409, code: 'invitation_not_renewed', statusCode: 111, retryAfter: 1500 } } }),
  async play(context) {
    const { press, shows } = await onScreen(context, 'account_title');
    await press('account_send');
    await shows('account_send_wait', { wait: waitText(1500, shownIn(context.globals)) });
  },
};

export const InvitationExpired: Story = { ...account({ coParent: { state: 'expired' } }), play: showsTexts('account_coparent_link_ended') };

export const CoParentJoined: Story = {
  ...account({ coParent: { state: 'accepted', email: undefined, joinedAt: '2026-11-23T12:00:00Z', resendable: false } }),
  async play(context) {
    const { shows, canvas, t } = await onScreen(context, 'account_title');
    await shows('account_coparent_joined');
    await expect(canvas.queryByRole('button', { name: t('account_send') })).toBeNull();
  },
};

export const CoParentWithoutAddress: Story = {
  ...account({ coParent: { email: undefined, resendable: false } }),
  play: showsTexts('account_coparent_no_email'),
};

const elsewhere = { isElsewhere: true };

export const LoggedInElsewhere: Story = {
  ...account(elsewhere),
  async play(context) {
    const { shows, canvas, t } = await onScreen(context, 'account_title');
    await shows('account_session_used', { date: day('2026-11-24T12:00:00Z', shownIn(context.globals)) });
    const own = `${t('account_session_browser')} (${t('account_session_current')})`;
    const logins = within(canvas.getByRole('list', { name: t('account_sessions') })).getAllByRole('listitem');
    await expect(logins.map((login) => login.querySelector('strong')?.textContent)).toEqual([
      own,
      t('account_session_browser'),
      t('account_session_command_line'),
    ]);
    await expect(logins.map((login) => within(login).queryAllByRole('button').length)).toEqual([0, 1, 1]);
  },
};

/** Finds the button of one login. */
const ending = async ({ canvas, t }: Awaited<ReturnType<typeof onScreen>>, kind: string) =>
  canvas.findByRole('button', { name: new RegExp(`^${t('account_session_end')}: ${t(kind)}`) }, patience);

/** The pressed button is gone: the list has the focus, and lists the rest. */
export const LoginEnded: Story = {
  ...account(elsewhere),
  async play(context) {
    const screen = await onScreen(context, 'account_title');
    const { canvas, t, shows } = screen;
    await userEvent.click(await ending(screen, 'account_session_command_line'));
    await shows('account_session_ended');
    const list = canvas.getByRole('list', { name: t('account_sessions') });
    await expect([within(list).getAllByRole('listitem').length, callsOf('DELETE')]).toEqual([2, ['DELETE /v1/sessions/l3']]);
    await expect(list).toHaveFocus();
  },
};

export const OtherLoginsEnded: Story = {
  ...account(elsewhere),
  async play(context) {
    const { canvas, t, press, shows } = await onScreen(context, 'account_title');
    await press('account_sessions_end');
    await shows('account_sessions_ended');
    await expect(within(canvas.getByRole('list', { name: t('account_sessions') })).getAllByRole('listitem')).toHaveLength(1);
    await expect([canvas.queryByRole('button', { name: t('account_sessions_end') }), callsOf('DELETE')]).toEqual([null, ['DELETE /v1/sessions']]);
  },
};

/** The login was ended elsewhere first: the result is the same. */
export const LoginHadEnded: Story = {
  ...account(elsewhere, { failing: { '/v1/sessions/': { status: 404, code: 'session_not_found' } } }),
  async play(context) {
    const screen = await onScreen(context, 'account_title');
    await userEvent.click(await ending(screen, 'account_session_browser'));
    await screen.shows('account_session_ended');
  },
};

export const EndingALoginFailed: Story = {
  ...account(elsewhere, { failing: { '/v1/sessions/': 500 } }),
  async play(context) {
    const screen = await onScreen(context, 'account_title');
    await userEvent.click(await ending(screen, 'account_session_browser'));
    await screen.shows('genericErrorMessage');
  },
};

export const LoginsUnknown: Story = {
  ...account({}, { offline: ['/v1/sessions'] }),
  async play(context) {
    const { canvas, t, button } = await onScreen(context, 'account_title');
    await expect(await button('try_again')).toBeVisible();
    await expect(canvas.getByRole('alert')).toHaveTextContent(t('account_sessions_failed'));
  },
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
