import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Packages, type PackagesProps } from '@widget/screens/packages/Packages.js';
import { useRoot } from '@widget/theme/index.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { packageList, type ListChange } from '@fake/packages.js';
import { useWorld } from '../fixtures/world.js';
import { word } from '../fixtures/words.js';

function Screen({ change, ...props }: Omit<PackagesProps, 'list'> & { change?: ListChange }) {
  const { lang } = useRoot();
  const { market } = useWorld();
  return (
    <Frame>
      <Packages {...props} list={packageList(lang, { country: market.country, ...change })} top={<Top step={3} />} />
    </Frame>
  );
}

const meta = {
  title: 'Journey/06 Packages',
  component: Screen,
  parameters: { frame: 'screen' },
  args: { years: 1, recommendsPremium: false, onChoose: fn() },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneYear: Story = {
  async play({ canvasElement, args, globals }) {
    await userEvent.click(
      within(canvasElement).getByRole('button', { name: word(globals, 'packages_choose_name', { name: word(globals, 'package_premium_1y') }) }),
    );
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 2003 }));
  },
};

export const TwoYears: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('radio', { name: word(globals, 'packages_years', { count: 2 }) }));
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'packages_choose_name', { name: word(globals, 'package_premium_2y') }) }));
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 2004 }));
  },
};

export const PremiumRecommended: Story = { args: { recommendsPremium: true } };

export const WithOffer: Story = { args: { change: { offer: true, endsAt: '2026-12-31T23:59:59Z' } } };

/** P0, the base group, is every other story. P2 shows its dollars apart. */
export const InCanada: Story = { globals: { country: 'CA' } };

/** P3: GST is in the price. */
export const InAustralia: Story = { globals: { country: 'AU' } };

/** Packages 2061 to 2064: VAT is in the price. */
export const InTheUnitedKingdom: Story = {
  globals: { country: 'GB' },
  async play({ canvasElement, globals }) {
    const note = word(globals, 'packages_including_tax', { tax: word(globals, 'tax_vat') });
    await expect(within(canvasElement).getAllByText(new RegExp(note))).toHaveLength(2);
  },
};

/** The coupon of the session, where no package has an offer of its own. */
export const WithTheReferrersCoupon: Story = {
  render: (args, { globals }) => <Screen {...args} coupon={word(globals, 'coupon_partner20')} />,
};

export const ChosenBefore: Story = { args: { selectedId: 2001 } };

export const Saving: Story = { args: { busyId: 2003 } };

export const Failed: Story = {
  render: (args, { globals }) => <Screen {...args} failure={word(globals, 'offline_message')} />,
};

export const OnAPhone: Story = { args: { recommendsPremium: true, change: { offer: true } }, globals: { viewport: { value: 'phone' } } };
