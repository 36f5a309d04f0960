import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { flowStory, onScreen } from '../fixtures/flow.js';

const meta = { title: 'Journey/02 Co-parent status', ...flowStory(() => ({ path: '/coparentstatus' })) } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Question: Story = {};

/** After Yes: the guidance, with the focus on its heading. */
export const Guidance: Story = {
  async play(context) {
    const { canvas, t } = await onScreen(context, 'status_title');
    await userEvent.click(canvas.getByRole('button', { name: new RegExp(`^${t('status_yes')}`) }));
    await expect(await canvas.findByRole('heading', { level: 1, name: t('status_guide_title') })).toHaveFocus();
  },
};
