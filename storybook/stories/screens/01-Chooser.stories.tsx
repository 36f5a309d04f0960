import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Chooser } from '@widget/screens/chooser/Chooser.js';
import { Frame } from '../fixtures/Frame.js';
import { word } from '../fixtures/words.js';

const meta = {
  title: 'Journey/01 Who signs up',
  component: Chooser,
  parameters: { frame: 'screen' },
  args: { onParents: fn(), onProfessionals: fn() },
  render: (args) => (
    <Frame>
      <Chooser {...args} />
    </Frame>
  ),
} satisfies Meta<typeof Chooser>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Choice: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: new RegExp(`^${word(globals, 'chooser_parents')}`) }));
    await expect(args.onParents).toHaveBeenCalledTimes(1);
    await expect(args.onProfessionals).not.toHaveBeenCalled();
  },
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
