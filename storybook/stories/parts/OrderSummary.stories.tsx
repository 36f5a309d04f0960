import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { OrderSummary } from '@widget/parts/index.js';
import { useWord, word } from '../fixtures/words.js';

function Order({ isBusy = false, hasCoupon = true }: { isBusy?: boolean; hasCoupon?: boolean }) {
  const t = useWord();
  return (
    <OrderSummary
      title={t('summary_heading')}
      showLabel={t('summary_show')}
      hideLabel={t('summary_hide')}
      lines={[
        { id: 'package', label: 'Premium', detail: t('terms_term_1y'), amount: '$199.00' },
        ...(hasCoupon ? [{ id: 'coupon', label: t('coupon_welcome10'), detail: 'SPRING20', amount: '−$39.80', tone: 'discount' as const }] : []),
        { id: 'tax', label: t('summary_tax'), amount: '$0.00' },
      ]}
      totalLabel="Total"
      total={hasCoupon ? '$159.20' : '$199.00'}
      isBusy={isBusy}
      busyLabel={t('summary_updating')}
    >
      <p>{t('terms_renewal', { total: '$209.87', period: t('terms_period_1y'), renewal: '$199.00' })}</p>
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
