import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { verifyAtSandbox } from '@widget/checkout/providers/sandboxSecure.js';
import { checkoutStory, type Begin } from '../fixtures/checkout.js';
import { authorized, choosing, refusedBy, toMethod, toPaying, toVerifying, withCard } from '../fixtures/ways.js';
import { shownIn, word } from '../fixtures/words.js';
import { patience } from '../fixtures/flow.js';

/** The payment method, in reachable states of the checkout's machine. */
const meta = {
  title: 'Journey/09 Payment',
  ...checkoutStory((world) => ({ events: toMethod(world) })),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const story = (begin: Begin): Story => checkoutStory(begin);

/** Finds the primary button: “Review Order”, or “Continue” in the checkout of three steps. */
const onward = (canvasElement: HTMLElement, globals: Record<string, unknown>) =>
  within(canvasElement).findByRole(
    'button',
    {
      name: new RegExp(`^(${word(globals, 'payment_review_order')}|${word(globals, 'continue')})$`),
    },
    patience,
  );

export const Card: Story = {
  async play({ canvasElement, globals }) {
    await expect(await onward(canvasElement, globals)).toBeDisabled();
  },
};

/** All three fields are valid: the button leads to review, or to billing. */
export const CardFilled: Story = {
  ...story((world) => ({ events: toMethod(world), card: 'filled' })),
  async play({ canvasElement, globals }) {
    await waitFor(async () => expect(await onward(canvasElement, globals)).toBeEnabled(), patience);
    await userEvent.click(await onward(canvasElement, globals));
    const next = new RegExp(`^(${word(globals, 'review_title')}|${word(globals, 'billing_title')})$`);
    await within(canvasElement).findByRole('heading', { level: 1, name: next }, patience);
  },
};

export const CardWithErrors: Story = story((world) => ({
  events: toMethod(world),
  card: 'invalid',
}));

export const CardFieldsLoading: Story = story((world) => ({
  events: toMethod(world),
  card: 'loading',
}));

/** A privacy tool blocks the provider: the other methods stay, and there is a retry. */
export const CardFieldsBlocked: Story = {
  ...story((world) => ({ events: toMethod(world), card: 'blocked' })),
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('button', { name: word(globals, 'try_again') }, patience)).toBeVisible();
    await expect(await canvas.findByRole('radio', { name: word(globals, 'payment_paypal') }, patience)).toBeEnabled();
  },
};

export const CardSaved: Story = {
  ...story((world) => ({ events: withCard(world), card: 'filled' })),
  async play({ canvasElement, globals }) {
    const words = word(globals, 'payment_card_saved', { lastFour: '1111' });
    await expect(await within(canvasElement).findByText(words, undefined, patience)).toBeVisible();
  },
};

export const Declined: Story = {
  ...story((world) => ({
    events: [...toPaying(world), refusedBy('payment_method_declined')],
    card: 'filled',
  })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText(word(globals, 'payment_method_declined'), undefined, patience);
  },
};

/** The bank asks its customer (3-D Secure): its own page in our dialog, which can be closed. */
export const BankAsks: Story = {
  ...story((world) => ({
    events: [...toMethod(world), { type: 'CARD_VALIDITY', isValid: true }],
    card: 'filled',
  })),
  beforeEach: (context) => {
    const stop = meta.beforeEach(context);
    const { fetch } = globalThis;
    const acsUrl = new URL('sandbox/bank/index.html', document.baseURI).href;
    globalThis.fetch = (input, init) =>
      new Request(input, init).url.includes('/three_d_secure/lookup')
        ? Promise.resolve(
            Response.json({
              paymentMethod: { nonce: 'story' },
              lookup: { acsUrl },
            }),
          )
        : fetch(input, init);
    return () => {
      stop();
      document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    };
  },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const near = await canvas.findByText(word(globals, 'payment_card_number'), undefined, patience);
    verifyAtSandbox({
      sandboxUrl: 'https://sandbox.example.com',
      authorization: btoa(JSON.stringify({ authorizationFingerprint: 'story' })),
      nonce: 'story',
      amount: '209.87',
      lang: shownIn(globals),
      labels: {
        challenge: word(globals, 'payment_challenge'),
        close: word(globals, 'close'),
      },
      near,
      signal: new AbortController().signal,
    }).catch(() => undefined);
    const dialog = await canvas.findByRole('dialog', {
      name: word(globals, 'payment_challenge'),
    });
    await expect(within(dialog).getByTitle(word(globals, 'payment_challenge'))).toBeVisible();
    await expect(within(dialog).getByRole('button', { name: word(globals, 'close') })).toBeVisible();
  },
};

/** After “Pay now”, the bank couldn’t confirm the payer’s identity. */
export const BankUnconfirmed: Story = {
  ...story((world) => ({
    events: [...toVerifying(world), { type: 'FAILED', message: { kind: 'text', code: 'payment_unconfirmed' } }],
    card: 'filled',
  })),
  globals: { country: 'GB' },
};

/** After too many declined payments, the payer proves the mailbox first, by a link that the button mails. */
export const ProveMailbox: Story = {
  ...story((world) => ({
    events: [
      ...toVerifying(world),
      {
        type: 'FAILED',
        message: { kind: 'failure', failure: { code: 'payment_prove_mailbox' } },
      },
    ],
    card: 'filled',
  })),
  globals: { country: 'GB' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('button', { name: word(globals, 'prove_mailbox_send') }, patience)).toBeVisible();
  },
};

/** Another method: the card's fields are kept, but hidden. */
export const PayPal: Story = {
  ...story((world) => ({ events: choosing('paypal', world) })),
  globals: { country: 'US' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const authorize = word(globals, 'payment_authorize', { method: 'PayPal' });
    await expect(await canvas.findByRole('button', { name: authorize }, patience)).toBeVisible();
    await expect(canvas.getByText(word(globals, 'payment_card_number'))).not.toBeVisible();
  },
};

export const PayPalAuthorized: Story = {
  ...story((world) => ({
    events: authorized('paypal', 'payer@example.com', world),
  })),
  globals: { country: 'US' },
};

/** The payer may choose again: choosing a card discards the wallet's authorization. */
export const VenmoAuthorized: Story = {
  ...story((world) => ({ events: authorized('venmo', '@venmojoe', world) })),
  globals: { country: 'US' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const words = `${word(globals, 'payment_authorized', { method: 'Venmo' })} (@venmojoe)`;
    await expect(await canvas.findByText(words, undefined, patience)).toBeVisible();
    await expect(canvas.getByRole('button', { name: word(globals, 'payment_card_add') })).toBeVisible();
  },
};

export const ApplePayAuthorized: Story = story((world) => ({
  events: authorized('applePay', undefined, world),
  wallets: ['paypal', 'venmo', 'applePay'],
}));

/** PayPal can't be set up: a message, and a card still works. */
export const PayPalFailed: Story = {
  ...story((world) => ({
    events: [...choosing('paypal', world), { type: 'WALLET_FAILED', wallet: 'paypal' }],
  })),
  globals: { country: 'US' },
};

/** The wallet was closed: no message. */
export const WalletCanceled: Story = {
  ...story((world) => ({
    events: [...choosing('venmo', world), { type: 'AUTHORIZE' }, { type: 'WALLET_CLOSED', wallet: 'venmo' }],
  })),
  globals: { country: 'US' },
};

/** A package that doesn't accept American Express. */
export const AmexClosed: Story = {
  ...story((world) => ({
    events: toMethod(world),
    card: 'amex',
    item: { hideAmex: true },
  })),
  async play({ canvasElement, globals }) {
    const words = word(globals, 'card_brand_hidden', {
      brand: 'American Express',
    });
    await expect(await within(canvasElement).findByText(words, undefined, patience)).toBeVisible();
    await expect(await onward(canvasElement, globals)).toBeDisabled();
  },
};

export const PayingForTheCoParent: Story = story((world) => ({
  events: [...toMethod(world), { type: 'SEATS', payForCoparent: true }],
  price: { coparent: true },
}));

export const CodeInvalid: Story = {
  ...story((world) => ({
    events: [
      ...toMethod(world),
      { type: 'OPEN_CODES', isOpen: true },
      { type: 'TYPE_CODE', typed: 'ABCD-EFGH-JKMN-PQRS' },
      { type: 'APPLY_CODE' },
      {
        type: 'CODE_REFUSED',
        message: {
          kind: 'violations',
          violations: [
            {
              field: 'paymentCodes',
              code: 'subscription_code_invalid',
              text: '',
            },
          ],
        },
      },
    ],
  })),
  async play({ canvasElement, globals }) {
    const code = await within(canvasElement).findByRole('textbox', { name: word(globals, 'payment_code') }, patience);
    await expect(code).toHaveAccessibleDescription(word(globals, 'subscription_code_invalid'));
  },
};

export const CodePaysForAll: Story = {
  ...story((world) => ({
    events: toMethod(world),
    price: { free: true },
    codes: { promoCodes: [], paymentCodes: ['AAAABBBBCCCC9XK2'] },
  })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText('····-····-····-9XK2', undefined, patience);
    await expect(await onward(canvasElement, globals)).toBeEnabled();
  },
};

export const Busy: Story = story((world) => ({
  events: [...toMethod(world), { type: 'CARD_VALIDITY', isValid: true }, { type: 'CONTINUE' }],
  card: 'filled',
}));

export const OnAPhone: Story = {
  ...story((world) => ({ events: toMethod(world), card: 'filled' })),
  globals: { viewport: { value: 'phone' } },
};
