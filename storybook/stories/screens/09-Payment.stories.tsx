import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { emptyField, type CardFormOptions, type HiddenBrand } from '@widget/checkout/providers/port.js';
import { verifyAtSandbox } from '@widget/checkout/providers/sandboxSecure.js';
import { CardFields } from '@widget/screens/payment/CardFields.js';
import { CodeBox } from '@widget/screens/payment/CodeBox.js';
import { MethodForm, type Method } from '@widget/screens/payment/MethodForm.js';
import { PaymentLayout } from '@widget/screens/payment/PaymentLayout.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { quoteOf } from '@fake/quote.js';
import { useWorld } from '../fixtures/world.js';
import { word } from '../fixtures/words.js';

interface ScreenProps {
  method?: Method;
  methods?: readonly Method[];
  card?: 'ready' | 'loading' | 'blocked' | 'invalid' | 'amex';
  hiddenBrands?: readonly HiddenBrand[];
  isFree?: boolean;
  paysForCoparent?: boolean;
  codes?: { isOpen: boolean; applied?: readonly string[]; typed?: string; error?: string };
  savedCard?: string;
  authorized?: { account?: string };
  failure?: string;
  canReview?: boolean;
  isBusy?: boolean;
  onContinue?: () => void;
}

/** A provider whose frames are there at once, and whose fields say what the story wants. */
function openAs(card: NonNullable<ScreenProps['card']>) {
  return (options: CardFormOptions) => {
    if (card === 'blocked') return Promise.reject(new Error('blocked'));
    if (card === 'loading') return new Promise<never>(() => undefined);
    for (const [field, place] of Object.entries(options.places)) {
      const frame = document.createElement('iframe');
      const label = options.labels[field as keyof typeof options.labels];
      frame.title = label;
      frame.srcdoc = `<!doctype html><html lang="en"><title>${label}</title><style>html,body,main{margin:0;height:100%;background:transparent}input{border:0;outline:0;background:transparent;width:100%;height:100%;padding:0 12px;box-sizing:border-box;font:${options.style.fontSize} system-ui;color:${options.style.color}}</style><main><input aria-label="${label}"></main>`;
      place.replaceChildren(frame);
    }
    if (card === 'invalid') {
      for (const field of ['number', 'expirationDate', 'cvv'] as const) {
        options.onChange(field, { ...emptyField, isEmpty: false, isPotentiallyValid: false, isTouched: true }, undefined);
      }
    }
    if (card === 'amex') options.onChange('number', { ...emptyField, isEmpty: false, isValid: true, isTouched: true }, 'American Express');
    return Promise.resolve({
      tokenize: () => Promise.reject(new Error('not in a story')),
      focus: () => undefined,
      restyle: () => undefined,
      destroy: () => undefined,
    });
  };
}

const opens = { ready: openAs('ready'), loading: openAs('loading'), blocked: openAs('blocked'), invalid: openAs('invalid'), amex: openAs('amex') };

function Screen(props: ScreenProps) {
  const say = useText();
  const { market } = useWorld();
  const { method = 'creditCard', methods = ['creditCard', 'paypal', 'venmo'], card = 'ready', isFree = false, codes = { isOpen: false } } = props;
  return (
    <Frame>
      <PaymentLayout
        top={<Top step={4} />}
        stages={['BILLING', 'PAYMENT', 'REVIEW']}
        current="PAYMENT"
        isOpen={(stage) => stage !== 'REVIEW'}
        onSelect={() => undefined}
        quote={quoteOf(say.lang, { country: market.country, coparent: props.paysForCoparent ?? false, free: isFree })}
        isPricing={false}
      >
        <MethodForm
          methods={methods}
          method={method}
          onMethod={() => undefined}
          isFree={isFree}
          payForCoparent={{ value: props.paysForCoparent ?? false, onChange: () => undefined }}
          codes={
            <CodeBox
              isOpen={codes.isOpen}
              onOpen={() => undefined}
              applied={codes.applied ?? []}
              typed={codes.typed ?? ''}
              onType={() => undefined}
              error={codes.error}
              isBusy={false}
              onApply={() => undefined}
              onRemove={() => undefined}
            />
          }
          card={
            <CardFields
              open={opens[card]}
              onRetry={() => undefined}
              cardholderName="Maya Ortiz"
              onCardholderName={() => undefined}
              hiddenBrands={props.hiddenBrands}
              refused={[]}
              onChanged={() => undefined}
              onValidity={() => undefined}
            />
          }
          savedCard={props.savedCard}
          onUpdateCard={() => undefined}
          authorized={props.authorized}
          isWalletBusy={false}
          onAuthorize={() => undefined}
          failure={props.failure}
          canReview={props.canReview ?? false}
          continueLabel={say('payment_review_order')}
          isBusy={props.isBusy ?? false}
          onContinue={props.onContinue ?? (() => undefined)}
        />
      </PaymentLayout>
    </Frame>
  );
}

const meta = { title: 'Journey/09 Payment', component: Screen, parameters: { frame: 'screen' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Card: Story = {
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('button', { name: word(globals, 'payment_review_order') })).toBeDisabled();
  },
};

export const CardFilled: Story = {
  args: { canReview: true, onContinue: fn() },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'payment_review_order') }));
    await expect(args.onContinue).toHaveBeenCalledTimes(1);
  },
};

export const CardWithErrors: Story = { args: { card: 'invalid' } };

export const CardFieldsLoading: Story = { args: { card: 'loading' } };

/** A privacy tool blocks the provider: the other methods stay, and one can try again. */
export const CardFieldsBlocked: Story = {
  args: { card: 'blocked' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByRole('button', { name: word(globals, 'try_again') })).toBeVisible());
    await expect(canvas.getByRole('radio', { name: word(globals, 'payment_paypal') })).toBeEnabled();
  },
};

export const CardSaved: Story = { args: { savedCard: '1111', canReview: true } };

export const Declined: Story = {
  render: (args, { globals }) => (
    <Screen
      {...args}
      failure={
        globals['locale'] === 'es'
          ? 'Su método de pago fue rechazado. No se cobró nada. Revise los datos o use otro método de pago.'
          : 'Your payment method was declined. Nothing was charged. Check the details, or use another payment method.'
      }
    />
  ),
};

/** The bank asks its customer (3-D Secure): its own page in a dialog of ours, which can be closed. */
export const BankAsks: Story = {
  args: { canReview: true },
  beforeEach: () => {
    const { fetch } = globalThis;
    const acsUrl = new URL('sandbox/bank/index.html', document.baseURI).href;
    globalThis.fetch = (input, init) =>
      new Request(input, init).url.includes('/three_d_secure/lookup')
        ? Promise.resolve(Response.json({ paymentMethod: { nonce: 'story' }, lookup: { acsUrl } }))
        : fetch(input, init);
    return () => {
      globalThis.fetch = fetch;
      document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    };
  },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const near = await canvas.findByText(word(globals, 'payment_card_number'));
    verifyAtSandbox({
      sandboxUrl: 'https://sandbox.example.com',
      authorization: btoa(JSON.stringify({ authorizationFingerprint: 'story' })),
      nonce: 'story',
      amount: '209.87',
      lang: String(globals['locale'] ?? 'en'),
      labels: { challenge: word(globals, 'payment_challenge'), close: word(globals, 'close') },
      near,
    }).catch(() => undefined);
    const dialog = await canvas.findByRole('dialog', { name: word(globals, 'payment_challenge') });
    await expect(within(dialog).getByTitle(word(globals, 'payment_challenge'))).toBeVisible();
    await expect(within(dialog).getByRole('button', { name: word(globals, 'close') })).toBeVisible();
  },
};

/** The bank asked, and the answer was no. */
export const BankUnconfirmed: Story = {
  render: (args, { globals }) => <Screen {...args} canReview failure={word(globals, 'payment_unconfirmed')} />,
};

/** Another method: the card's fields are kept, out of sight. */
export const PayPal: Story = {
  args: { method: 'paypal' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(word(globals, 'payment_card_number'))).not.toBeVisible();
    await expect(canvas.getByRole('button', { name: word(globals, 'payment_authorize', { method: 'PayPal' }) })).toBeVisible();
  },
};

export const PayPalAuthorized: Story = { args: { method: 'paypal', authorized: { account: 'payer@example.com' }, canReview: true } };

/** The payer may change their mind: another card takes the wallet back. */
export const VenmoAuthorized: Story = {
  args: { method: 'venmo', authorized: { account: '@venmojoe' }, canReview: true },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(`${word(globals, 'payment_authorized', { method: 'Venmo' })} (@venmojoe)`)).toBeVisible();
    await expect(canvas.getByRole('button', { name: word(globals, 'payment_card_add') })).toBeVisible();
  },
};

export const ApplePayAuthorized: Story = {
  args: { method: 'applePay', methods: ['creditCard', 'paypal', 'venmo', 'applePay'], authorized: {}, canReview: true },
};

/** PayPal can't be set up: it says so, and a card still pays. */
export const PayPalFailed: Story = {
  render: (args, { globals }) => <Screen {...args} method="paypal" failure={word(globals, 'paypalInitError')} />,
};

/** The wallet was closed without a word. */
export const WalletCanceled: Story = {
  render: (args, { globals }) => <Screen {...args} method="venmo" failure={word(globals, 'payment_wallet_canceled', { method: 'Venmo' })} />,
};

/** A package that isn't sold for American Express. */
export const AmexClosed: Story = {
  args: { card: 'amex', hiddenBrands: ['amex'] },
  async play({ canvasElement, globals }) {
    const words = word(globals, 'card_brand_hidden', { brand: 'American Express' });
    await waitFor(() => expect(within(canvasElement).getByText(words)).toBeVisible());
    await expect(within(canvasElement).getByRole('button', { name: word(globals, 'payment_review_order') })).toBeDisabled();
  },
};

export const PayingForTheCoParent: Story = { args: { paysForCoparent: true } };

export const CodeInvalid: Story = {
  render: (args, { globals }) => (
    <Screen {...args} codes={{ isOpen: true, typed: 'ABCD-EFGH-JKMN-PQRS', error: word(globals, 'subscription_code_invalid') }} />
  ),
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const code = canvas.getByRole('textbox', { name: word(globals, 'payment_code') });
    await userEvent.type(code, 'ABCD-EFGH');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'payment_code_apply') }));
    await expect(code).toHaveAccessibleDescription(word(globals, 'subscription_code_invalid'));
  },
};

export const CodePaysForAll: Story = { args: { isFree: true, canReview: true, codes: { isOpen: true, applied: ['····-····-····-9XK2'] } } };

export const Busy: Story = { args: { canReview: true, isBusy: true } };

export const OnAPhone: Story = { args: { canReview: true }, globals: { viewport: { value: 'phone' } } };
