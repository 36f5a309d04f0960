import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { OrderSummary } from '@widget/parts/index.js';
import { useSay } from '../fixtures/Held.js';

function Order({ isBusy = false, hasCoupon = true }: { isBusy?: boolean; hasCoupon?: boolean }) {
  const say = useSay();
  return (
    <OrderSummary
      title={say('Order summary', 'Resumen del pedido')}
      showLabel={say('Show order summary', 'Ver el pedido')}
      hideLabel={say('Hide order summary', 'Ocultar el pedido')}
      lines={[
        { id: 'package', label: 'Premium', detail: say('1 year', '1 año'), amount: '$199.00' },
        ...(hasCoupon
          ? [{ id: 'coupon', label: say('Spring offer', 'Oferta de primavera'), detail: 'SPRING20', amount: '−$39.80', tone: 'discount' as const }]
          : []),
        { id: 'tax', label: say('Tax', 'Impuestos'), amount: '$0.00' },
      ]}
      totalLabel="Total"
      total={hasCoupon ? '$159.20' : '$199.00'}
      isBusy={isBusy}
      busyLabel={say('Updating the total…', 'Actualizando el total…')}
    >
      <p>{say('Renews every year at $199.00 plus taxes until cancelled.', 'Se renueva cada año por $199.00 más impuestos hasta que lo cancele.')}</p>
    </OrderSummary>
  );
}

const meta = { title: 'Parts/OrderSummary', component: Order } satisfies Meta<typeof Order>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = { args: { hasCoupon: false } };
export const WithCoupon: Story = {};
export const NewQuoteOnItsWay: Story = { args: { isBusy: true } };

/** Below 600 px it is one line with the total, which opens. */
export const FoldedOnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  async play({ canvasElement, globals }) {
    const spanish = globals['locale'] === 'es';
    const canvas = within(canvasElement);
    const toggle = canvas.getByRole('button', { name: new RegExp(spanish ? 'Ver el pedido' : 'Show order summary') });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(canvas.queryByText('SPRING20')).not.toBeVisible();
    await userEvent.click(toggle);
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(canvas.getByText('SPRING20')).toBeVisible();
  },
};
