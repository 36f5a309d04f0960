import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Legacy } from '@widget/screens/legacy/Legacy.js';
import { Frame } from '../fixtures/Frame.js';
import { word } from '../fixtures/words.js';

/** Where the paths of the old billing pages lead. */
const meta = {
  title: 'Journey/16 Old billing pages',
  component: Legacy,
  parameters: { frame: 'screen' },
  args: { loginHref: '#login', onPayment: fn() },
  render: (args) => (
    <Frame>
      <Legacy {...args} />
    </Frame>
  ),
} satisfies Meta<typeof Legacy>;
export default meta;
type Story = StoryObj<typeof meta>;

export const BillingHasMoved: Story = {
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'legacy_payment') }));
    await expect(args.onPayment).toHaveBeenCalledTimes(1);
  },
};
