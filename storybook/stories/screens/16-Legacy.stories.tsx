import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { flowStory, onScreen } from '../fixtures/flow.js';

/** The target of the paths of the old billing pages. */
const meta = { title: 'Journey/16 Old billing pages', ...flowStory(() => ({ path: '/step1/parentb' })) } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const BillingHasMoved: Story = {
  async play(context) {
    const { button } = await onScreen(context, 'legacy_title');
    await expect(await button('legacy_payment')).toBeVisible();
  },
};
