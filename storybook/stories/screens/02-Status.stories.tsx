import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { Status } from '@widget/screens/status/Status.js';
import { Frame } from '../fixtures/Frame.js';
import { word } from '../fixtures/words.js';

const meta = {
  title: 'Journey/02 Co-parent status',
  component: Status,
  parameters: { frame: 'screen' },
  args: {
    product: 'Cojoin',
    support: { phone: '+1 206-555-0100', email: 'support@example.com' },
    loginHref: '#login',
    hasAccount: false,
    onYes: fn(),
    onNo: fn(),
  },
  render: (args) => (
    <Frame>
      <Status {...args} />
    </Frame>
  ),
} satisfies Meta<typeof Status>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Question: Story = {};

/** After Yes: where to look, and the heading has the focus. */
export const Guidance: Story = {
  args: { hasAccount: true },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('heading', { level: 1, name: word(globals, 'status_guide_title') })).toHaveFocus();
  },
};
