import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { flowStory, onScreen } from '../fixtures/flow.js';

const meta = { title: 'Journey/01 Who signs up', ...flowStory(() => ({ start: 'chooser' })) } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Choice: Story = {
  async play(context) {
    const { canvas, t } = await onScreen(context, 'chooser_title');
    for (const code of ['chooser_parents', 'chooser_professionals']) {
      await expect(canvas.getByRole('button', { name: new RegExp(`^${t(code)}`) })).toBeVisible();
    }
  },
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
