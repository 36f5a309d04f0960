import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { PaymentLayout } from '@widget/screens/payment/PaymentLayout.js';
import { Review, type ReviewProps } from '@widget/screens/payment/Review.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { address } from '@fake/people.js';
import { quoteOf } from '@fake/quote.js';
import { useWorld } from '../fixtures/world.js';
import { word } from '../fixtures/words.js';

function Screen({ isFree = false, coparent = false, ...props }: Partial<ReviewProps> & { isFree?: boolean; coparent?: boolean; onPay: () => void }) {
  const say = useText();
  const { market } = useWorld();
  const quote = quoteOf(say.lang, { country: market.country, free: isFree, coparent });
  return (
    <Frame>
      <PaymentLayout
        top={<Top step={4} />}
        stages={['BILLING', 'PAYMENT', 'REVIEW']}
        current="REVIEW"
        isOpen={() => true}
        onSelect={() => undefined}
        quote={quote}
        isPricing={false}
      >
        <Review
          quote={quote}
          address={address}
          methodText={isFree ? undefined : say('payment_card_saved', { lastFour: '1111' })}
          onChangeMethod={() => undefined}
          onChangeBilling={() => undefined}
          termsHref="#terms"
          consent={{ isRequired: false, termsAndConditions: false, marketingOptIn: true }}
          onConsent={() => undefined}
          isPriceChanged={false}
          errors={[]}
          attempt={0}
          isBusy={false}
          isSlow={false}
          isConfirming={false}
          {...props}
        />
      </PaymentLayout>
    </Frame>
  );
}

const meta = { title: 'Journey/10 Review', component: Screen, parameters: { frame: 'screen' }, args: { onPay: fn() } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'review_pay_now') }));
    await expect(args.onPay).toHaveBeenCalledTimes(1);
  },
};

/** Outside of the US the terms have to be ticked, and the marketing box isn't ticked beforehand. */
export const ConsentRequired: Story = {
  args: { consent: { isRequired: true, termsAndConditions: false, marketingOptIn: false } },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('button', { name: word(globals, 'review_pay_now') })).toBeDisabled();
  },
};

export const ForTwo: Story = { args: { coparent: true } };

export const NothingDue: Story = {
  args: { isFree: true },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByText(word(globals, 'payment_nothing_due'))).toBeVisible();
  },
};

export const PriceChanged: Story = { args: { isPriceChanged: true } };

/** A second press does nothing while the first is under way. */
export const Paying: Story = {
  args: { isBusy: true },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'review_pay_now') }));
    await expect(args.onPay).not.toHaveBeenCalled();
  },
};

export const Confirming: Story = { args: { isBusy: true, isConfirming: true } };

export const Offline: Story = { render: (args, { globals }) => <Screen {...args} failure={word(globals, 'offline_message')} /> };

export const Slow: Story = { args: { isBusy: true, isSlow: true } };

/** Taxes are in the price, and the terms say so. */
export const InTheUnitedKingdom: Story = {
  args: { consent: { isRequired: true, termsAndConditions: true, marketingOptIn: false } },
  globals: { country: 'GB' },
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
