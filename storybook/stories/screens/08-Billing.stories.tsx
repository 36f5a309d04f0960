import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { BillingForm, type BillingFormProps } from '@widget/screens/payment/BillingForm.js';
import { PaymentLayout } from '@widget/screens/payment/PaymentLayout.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { parent } from '../fixtures/people.js';
import { billing, blankBilling, placesOf, referralsOf } from '../fixtures/places.js';
import { quoteOf } from '../fixtures/quote.js';
import { useWorld } from '../fixtures/world.js';
import { word } from '../fixtures/words.js';

type Zones = 'one' | 'two' | 'none';

type ScreenProps = Omit<BillingFormProps, 'places' | 'referrals' | 'continueLabel' | 'parent'> & { zones: Zones; regionless?: boolean };

function Screen({ zones, regionless = false, ...props }: ScreenProps) {
  const say = useText();
  const { market } = useWorld();
  const places = placesOf(say.lang, zones);
  return (
    <Frame>
      <PaymentLayout
        top={<Top step={4} />}
        stages={['BILLING', 'PAYMENT', 'REVIEW']}
        current="BILLING"
        isOpen={(stage) => stage === 'BILLING'}
        onSelect={() => undefined}
        quote={quoteOf(say.lang, { country: market.country, untaxed: true })}
        isPricing={false}
      >
        <BillingForm
          {...props}
          parent={parent}
          places={regionless ? { ...places, regions: undefined } : places}
          referrals={referralsOf(say.lang)}
          continueLabel={say('billing_continue')}
        />
      </PaymentLayout>
    </Frame>
  );
}

const meta = {
  title: 'Journey/08 Billing',
  component: Screen,
  parameters: { frame: 'screen' },
  args: { values: blankBilling, zones: 'none', onChange: fn(), onSubmit: fn() },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const Filled: Story = {
  args: { values: billing, zones: 'one' },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'billing_continue') }));
    await expect(args.onSubmit).toHaveBeenCalledWith(billing);
  },
};

export const TwoTimeZones: Story = { args: { values: { ...billing, timeZone: '' }, zones: 'two' } };

export const OtherReferral: Story = { args: { values: { ...billing, referral: { selection: 'OTHER', other: '' } }, zones: 'one' } };

export const WithErrors: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'billing_continue') }));
    const line = canvas.getByRole('textbox', { name: word(globals, 'billing_address') });
    await expect(line).toHaveAccessibleDescription(word(globals, 'field_required'));
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

export const AlreadyPaid: Story = { args: { values: billing, zones: 'one', isLocked: true } };

export const Busy: Story = { args: { values: billing, zones: 'one', isBusy: true } };

export const Slow: Story = { args: { values: billing, zones: 'one', isBusy: true, isSlow: true } };

/** What the server answers when it doesn't know either. */
export const UnexpectedError: Story = {
  render: (args, { globals }) => <Screen {...args} values={billing} zones="one" failure={word(globals, 'unexpected_error')} />,
};

export const Offline: Story = {
  render: (args, { globals }) => <Screen {...args} values={billing} zones="one" failure={word(globals, 'offline_message')} />,
};

/** A province, and a postal code, instead of a state and a ZIP code. */
export const InCanada: Story = {
  args: { values: { ...blankBilling, address: { ...blankBilling.address, country: 'CA' } } },
  globals: { country: 'CA' },
};

/** Neither regions nor time zones could be had: both can be typed. */
export const WithoutLookups: Story = {
  args: { values: { ...billing, address: { ...billing.address, country: 'GB', region: 'Kent', postalCode: 'CT1 2EH' } }, regionless: true },
  globals: { country: 'GB' },
};

export const OnAPhone: Story = { args: { values: billing, zones: 'one' }, globals: { viewport: { value: 'phone' } } };
