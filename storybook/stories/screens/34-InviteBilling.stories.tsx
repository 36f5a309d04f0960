import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { BillingInfo, type BillingInfoProps } from '@widget/screens/invite/BillingInfo.js';
import { InviteFrame, InviteStepTop } from '../fixtures/invitation.js';
import { billing, blankBilling, placesOf } from '../fixtures/places.js';
import { word } from '../fixtures/words.js';

type ScreenProps = Omit<BillingInfoProps, 'places' | 'parent'> & { zones: 'one' | 'none' };

const daniel = { firstName: 'Daniel', lastName: 'Reyes', email: 'daniel.reyes@example.com', phoneNumber: '2065550143' };

function Screen({ zones, ...props }: ScreenProps) {
  const { lang } = useText();
  return (
    <InviteFrame>
      <BillingInfo {...props} top={<InviteStepTop walk="paid" at={1} back="invite_back_step1" />} parent={daniel} places={placesOf(lang, zones)} />
    </InviteFrame>
  );
}

const meta = {
  title: 'Invitation/4 Billing information',
  component: Screen,
  parameters: { frame: 'screen' },
  args: { values: blankBilling, zones: 'none', onChange: fn(), onSubmit: fn(), onContinue: fn() },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Paid for: the address alone is asked for. */
export const AddressMissing: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.queryByRole('combobox', { name: word(globals, 'billing_referral') })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('group', { name: new RegExp(word(globals, 'summary_title_other', { count: '\\d' })) })).toHaveFocus();
  },
};

export const Filled: Story = {
  args: { values: billing, zones: 'one' },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'continue') }));
    await expect(args.onSubmit).toHaveBeenCalledWith(billing);
  },
};

/** Paid, and the address is complete: shown, and out of reach. */
export const Locked: Story = {
  args: { values: billing, zones: 'one', isLocked: true },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('textbox', { name: word(globals, 'billing_city') })).toBeDisabled();
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(args.onContinue).toHaveBeenCalledOnce();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

export const RefusedByTheServer: Story = {
  args: { values: billing, zones: 'one', errors: [{ field: 'address.postalCode', code: 'postal_code_state', text: 'Postal code' }] },
};

export const Saving: Story = { args: { values: billing, zones: 'one', isBusy: true } };

export const Offline: Story = {
  args: { values: billing, zones: 'one' },
  render: (args, { globals }) => <Screen {...args} failure={word(globals, 'offline_message')} />,
};

export const OnACard: Story = { args: { values: billing, zones: 'one', isLocked: true }, globals: { flags: 'grow722' } };

export const OnAPhone: Story = { args: { values: billing, zones: 'one' }, globals: { viewport: { value: 'phone' } } };
