import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { OrderSummary } from '@widget/parts/index.js';
import { useWord, word } from '../fixtures/words.js';

function Order({ isBusy = false, hasCoupon = true }: { isBusy?: boolean; hasCoupon?: boolean }) {
  const say = useWord();
  return (
    <OrderSummary
      title={say('summary_heading')}
      showLabel={say('summary_show')}
      hideLabel={say('summary_hide')}
      lines={[
        { id: 'package', label: 'Premium', detail: say('terms_term_1y'), amount: '$199.00' },
        ...(hasCoupon ? [{ id: 'coupon', label: say('coupon_welcome10'), detail: 'SPRING20', amount: '−$39.80', tone: 'discount' as const }] : []),
        { id: 'tax', label: say('summary_tax'), amount: '$0.00' },
      ]}
      totalLabel="Total"
      total={hasCoupon ? '$159.20' : '$199.00'}
      isBusy={isBusy}
      busyLabel={say('summary_updating')}
    >
      <p>{say('terms_renewal', { total: '$209.87', period: say('terms_period_1y'), renewal: '$199.00' })}</p>
    </OrderSummary>
  );
}

const meta = { title: 'Parts/OrderSummary', component: Order } satisfies Meta<typeof Order>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = { args: { hasCoupon: false } };
export const WithCoupon: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(word(globals, 'coupon_welcome10'))).toBeVisible();
    await expect(canvas.getByText('−$39.80')).toBeVisible();
  },
};
export const NewQuoteOnItsWay: Story = { args: { isBusy: true } };

/** Below 600 px it is one line with the total, which opens. */
export const FoldedOnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const toggle = canvas.getByRole('button', { name: new RegExp(word(globals, 'summary_show')) });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(canvas.queryByText('SPRING20')).not.toBeVisible();
    await userEvent.click(toggle);
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(canvas.getByText('SPRING20')).toBeVisible();
  },
};
