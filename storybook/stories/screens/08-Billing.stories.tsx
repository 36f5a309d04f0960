import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { BillingForm, type BillingFormProps } from '@widget/checkout/views/BillingForm.js';
import { PaymentLayout } from '@widget/checkout/views/PaymentLayout.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { parent } from '../fixtures/people.js';
import { billing, blankBilling, placesOf, referralsOf } from '../fixtures/places.js';
import { quoteOf } from '@fake/quote.js';
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
        stages={['billing', 'method', 'review']}
        current="billing"
        isOpen={(stage) => stage === 'billing'}
        onSelect={() => undefined}
        quote={quoteOf(say.lang, { country: market.country, untaxed: true })}
        isPricing={false}
      >
        <BillingForm
          {...props}
          parent={parent}
          places={regionless ? { ...places, regions: [], timeZones: [] } : places}
          referrals={referralsOf(say.lang)}
          continueLabel={say('billing_continue')}
        />
      </PaymentLayout>
    </Frame>
  );
}

const patience = { timeout: 8000 };

const found = { line1: '1600 Market Street', line2: '', city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' };

const suggestions = [
  { id: 'a', text: '1600 Market Street, Philadelphia, PA 19103', main: '1600 Market Street', extra: 'Philadelphia, PA 19103' },
  { id: 'b', text: '1600 Market Street, San Francisco, CA 94102', main: '1600 Market Street', extra: 'San Francisco, CA 94102' },
  {
    id: 'c',
    text: '1600 Martin Luther King Jr. Boulevard, Baltimore, MD 21217',
    main: '1600 Martin Luther King Jr. Boulevard',
    extra: 'Baltimore, MD 21217',
  },
];

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

/** A street's first letters find the address; picking it fills in the rest, and the time zone is asked anew. */
export const AddressSuggested: Story = {
  args: {
    search: { calls: { addresses: fn(() => Promise.resolve(suggestions)), address: fn(() => Promise.resolve(found)) }, country: 'US' },
    values: blankBilling,
  },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const line = await canvas.findByRole('combobox', { name: word(globals, 'billing_address') }, patience);
    await userEvent.type(line, '1600 m');
    await waitFor(() => expect(within(document.body).getAllByRole('option')).toHaveLength(suggestions.length), patience);
    await waitFor(
      () =>
        expect(args.search?.calls.addresses).toHaveBeenLastCalledWith(expect.objectContaining({ query: '1600 m', country: 'US' }), expect.anything()),
      patience,
    );
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(line).toHaveAttribute('aria-expanded', 'false'), patience);
    await waitFor(() => expect(canvas.getByRole('textbox', { name: word(globals, 'billing_city') })).toHaveValue('Philadelphia'), patience);
    await expect(args.onChange).toHaveBeenLastCalledWith({
      ...blankBilling,
      address: { line1: '1600 Market Street', line2: '', city: 'Philadelphia', country: 'US', region: 'PA', postalCode: '19103' },
      timeZone: '',
    });
  },
};

export const AlreadyPaid: Story = { args: { values: billing, zones: 'one', isLocked: true } };

export const Busy: Story = { args: { values: billing, zones: 'one', isBusy: true } };

export const Slow: Story = { args: { values: billing, zones: 'one', isBusy: true, isSlow: true } };

/** What the server answers when it doesn't know either. */
export const UnexpectedError: Story = {
  render: (args, { globals }) => <Screen {...args} values={billing} zones="one" failure={word(globals, 'unexpected_error')} />,
};

/** It failed, and nobody can say why. */
export const Failed: Story = {
  render: (args, { globals }) => <Screen {...args} values={billing} zones="one" failure={word(globals, 'billing_failed')} />,
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
