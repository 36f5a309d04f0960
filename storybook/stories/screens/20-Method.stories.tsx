import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import type { AccountChange } from '@fake/account.js';
import { parent } from '@fake/people.js';
import type { Behavior } from '@fake/server.js';
import type { HeldSubscription } from '@widget/client/types.js';
import { waitText } from '@widget/flow/wait.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';
import { callsOf } from '../fixtures/serve.js';
import { shownIn } from '../fixtures/words.js';

const path = '/account/payment-method';
const method = (server: Behavior = {}, account: AccountChange = {}, isSlow = false) =>
  flowStory(() => ({
    path,
    isLoggedIn: true,
    isSlow,
    server: { ...server, account },
  }));

const meta = { title: 'Journey/20 Another card', ...method() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

const call = 'PUT /v1/subscriptions/s1/payment-method';

/** Waits for the screen. The card fields of the stories' provider are filled in already. */
async function ready(context: Context) {
  const screen = await onScreen(context, 'method_title');
  const save = await screen.button('method_save');
  await waitFor(() => expect(save).toBeEnabled(), patience);
  return screen;
}

async function save(context: Context) {
  const screen = await ready(context);
  await screen.press('method_save');
  return screen;
}

export const TheCardsFields: Story = {
  async play(context) {
    const { canvas, t } = await ready(context);
    await expect(canvas.getByText(t('account_card', { brand: 'Visa', lastFour: '1111' }))).toBeVisible();
  },
};

export const Loading: Story = {
  ...method({ slow: ['/v1/account'] }),
  async play(context) {
    await (await onScreen(context, 'method_title')).shows('loading');
  },
};

export const NothingRenews: Story = {
  ...method({}, { isGuest: true }),
  async play(context) {
    await (await onScreen(context, 'method_title')).shows('method_none');
  },
};

/** Opened by the email about a declined renewal: the login leads here. */
export const LogInFirst: Story = {
  ...flowStory(() => ({ path, start: 'account' })),
  async play(context) {
    const { type, press } = await onScreen(context, 'login_title');
    await type('login_username', 'maya_ortiz');
    await type('login_password', 'A-Long-Pass-77');
    await press('login_submit');
    await onScreen(context, 'method_title');
  },
};

/** The bank declined, and the earlier method stays. */
export const Declined: Story = {
  ...method({
    failing: {
      'PUT /v1/subscriptions': {
        status: 409,
        validationErrors: [{ field: 'nonce', code: 'payment_method_declined', text: '' }],
      },
    },
  }),
  async play(context) {
    const { canvas, t } = await save(context);
    const alert = await canvas.findByRole('alert', undefined, patience);
    await expect(alert).toHaveTextContent(t('payment_method_declined'));
    await expect(alert).toHaveTextContent(t('method_kept'));
  },
};

export const TooManyTries: Story = {
  ...method({
    failing: {
      'PUT /v1/subscriptions': {
        status: 429,
        code: 'too_many_tries',
        retryAfter: 900,
      },
    },
  }),
  async play(context) {
    await (await save(context)).shows('login_wait', { wait: waitText(900, shownIn(context.globals)) });
  },
};

export const Saving: Story = {
  ...method({ slow: ['PUT /v1/subscriptions'] }),
  async play(context) {
    const { keepsBusy } = await ready(context);
    await keepsBusy('method_save', { call, text: 'method_saving' });
  },
};

/** Nothing has changed. */
export const Offline: Story = {
  ...method({ offline: ['PUT /v1/subscriptions'] }),
  async play(context) {
    const { canvas, t } = await save(context);
    const alert = await canvas.findByRole('alert', undefined, patience);
    await expect(alert).toHaveTextContent(`${t('offline_message')} ${t('method_kept')}`);
  },
};

export const Saved: Story = {
  async play(context) {
    await save(context);
    const { canvas, t } = await onScreen(context, 'method_done');
    const card = t('account_card', { brand: 'Visa', lastFour: '1111' });
    const words = `${t('method_done_text', { card })} ${t('method_done_mail', { email: parent.email })}`;
    await expect(canvas.getByText(words)).toBeVisible();
    await expect(callsOf('/payment-method')).toEqual([call]);
  },
};

/** A payment that the bank approved, but that couldn't be collected. */
const owing = (due: Partial<NonNullable<HeldSubscription['due']>> = {}): AccountChange => ({
  own: {
    state: 'suspended',
    renews: false,
    renewal: undefined,
    due: {
      amount: '231.49',
      amountFormatted: '$231.49',
      currency: 'USD',
      country: 'US',
      keepsMethod: true,
      ...due,
    },
  },
});

const payCall = 'POST /v1/subscriptions/s1/payment';

async function readyToPay(context: Context) {
  const screen = await onScreen(context, 'due_title');
  const pay = await screen.canvas.findByRole('button', {
    name: screen.t('due_pay', { amount: '$231.49' }),
  });
  await waitFor(() => expect(pay).toBeEnabled(), patience);
  return { ...screen, pay };
}

export const PayAgain: Story = {
  ...method({}, owing()),
  async play(context) {
    const { canvas, t } = await readyToPay(context);
    await expect(canvas.getByText('$231.49')).toBeVisible();
    await expect(canvas.getByText(t('due_kept'))).toBeVisible();
  },
};

export const PaidAgain: Story = {
  ...method({}, owing()),
  async play(context) {
    (await readyToPay(context)).pay.click();
    const { canvas, t } = await onScreen(context, 'due_done');
    const card = t('account_card', { brand: 'Visa', lastFour: '1111' });
    await expect(
      canvas.getByText(t('due_done_text', { amount: '$231.49', card }), {
        exact: false,
      }),
    ).toBeVisible();
    await expect(callsOf('/payment')).toEqual([payCall]);
  },
};

export const PayingAgainDeclined: Story = {
  ...method(
    {
      failing: {
        'POST /v1/subscriptions': {
          status: 409,
          validationErrors: [{ field: 'nonce', code: 'payment_method_declined', text: '' }],
        },
      },
    },
    owing(),
  ),
  async play(context) {
    const { pay, canvas, t } = await readyToPay(context);
    pay.click();
    const alert = await canvas.findByRole('alert', undefined, patience);
    await expect(alert).toHaveTextContent(t('payment_method_declined'));
  },
};

/** The payment's outcome isn't known yet. */
export const PayingAgainConfirming: Story = {
  ...method({ paidAgain: 'confirming' }, owing()),
  async play(context) {
    const { pay, shows } = await readyToPay(context);
    pay.click();
    await shows('due_confirming');
  },
};

/** An unpaid renewal is tried again. */
export const SavedAndTriedAgain: Story = {
  ...method(
    {},
    {
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
    },
  ),
  async play(context) {
    const { shows, press } = await ready(context);
    await shows('method_text_again');
    await press('method_save');
    const { canvas, t } = await onScreen(context, 'method_done');
    const card = t('account_card', { brand: 'Visa', lastFour: '1111' });
    await expect(canvas.getByText(t('method_done_again', { card }), { exact: false })).toBeVisible();
  },
};
