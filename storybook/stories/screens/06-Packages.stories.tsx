import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Packages, type PackagesProps } from '@widget/screens/packages/Packages.js';
import { useRoot } from '@widget/theme/index.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { packageList } from '../fixtures/packages.js';
import { word } from '../fixtures/words.js';

type Change = NonNullable<Parameters<typeof packageList>[1]>;

function Screen({ change, ...props }: Omit<PackagesProps, 'list'> & { change?: Change }) {
  const { lang } = useRoot();
  return (
    <Frame>
      <Packages {...props} list={packageList(lang, change)} top={<Top step={3} />} />
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
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'packages_choose_name', { name: 'Premium' }) }));
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 2003 }));
  },
};

export const TwoYears: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('radio', { name: word(globals, 'packages_2years') }));
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'packages_choose_name', { name: 'Premium' }) }));
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 2004 }));
  },
};

export const PremiumRecommended: Story = { args: { recommendsPremium: true } };

export const WithOffer: Story = { args: { change: { offer: true, endsAt: '2026-12-31T23:59:59Z' } } };

export const IncludingVat: Story = { args: { change: { includesTax: true } } };

export const ChosenBefore: Story = { args: { selectedId: 2001 } };

export const Saving: Story = { args: { busyId: 2003 } };

export const Failed: Story = {
  render: (args, { globals }) => <Screen {...args} failure={word(globals, 'offline_message')} />,
};

export const OnAPhone: Story = { args: { recommendsPremium: true, change: { offer: true } }, globals: { viewport: { value: 'phone' } } };
