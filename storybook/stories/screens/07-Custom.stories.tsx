import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { Custom, type CustomProps } from '@widget/screens/custom/Custom.js';
import { customValues } from '@widget/screens/custom/options.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { packageList } from '@fake/packages.js';
import { quoteOf } from '@fake/quote.js';
import { useWorld } from '../fixtures/world.js';
import { word } from '../fixtures/words.js';

function Screen(props: Omit<CustomProps, 'options' | 'values' | 'quote'>) {
  const say = useText();
  const { market } = useWorld();
  const { customOptions } = packageList(say.lang, { country: market.country });
  return (
    <Frame>
      <Custom
        {...props}
        top={<Top step={3} />}
        options={customOptions}
        values={customValues(customOptions, undefined)}
        quote={quoteOf(say.lang, { country: market.country })}
      />
    </Frame>
  );
}

const meta = {
  title: 'Journey/07 Build your own',
  component: Screen,
  parameters: { frame: 'screen' },
  args: { showsPrices: false, onChange: fn(), onSubmit: fn() },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The control layout says what is included, and no prices. */
export const WithoutPrices: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('checkbox', { name: word(globals, 'option_tonemeter') }));
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'custom_submit') }));
    await expect(args.onSubmit).toHaveBeenCalledWith({ years: 1, storage: 'MYFILES1GB', calls: 'CALLSBASIC', extras: ['TONEMETER'] });
  },
};

/** The treatment's layout: a price beside each option, storage and basic calls free, and the total beside the form. */
export const WithPrices: Story = {
  args: { showsPrices: true },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByText(word(globals, 'custom_free')).length).toBeGreaterThanOrEqual(2);
    await userEvent.click(canvas.getByRole('radio', { name: word(globals, 'packages_years', { count: 2 }) }));
    await expect(canvas.getByRole('radio', { name: word(globals, 'packages_years', { count: 2 }) })).toBeChecked();
  },
};

export const WorkingOutThePrice: Story = { args: { showsPrices: true, isPricing: true } };

export const Busy: Story = { args: { isBusy: true } };

export const Slow: Story = { args: { isBusy: true, isSlow: true } };

export const Offline: Story = { render: (args, { globals }) => <Screen {...args} failure={word(globals, 'offline_message')} /> };

export const InTheUnitedKingdom: Story = { args: { showsPrices: true }, globals: { country: 'GB' } };

export const OnAPhone: Story = { args: { showsPrices: true }, globals: { viewport: { value: 'phone' } } };
