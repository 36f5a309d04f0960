import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { Receipt } from '@widget/screens/receipt/Receipt.js';
import { ReceiptGone } from '@widget/screens/receipt/ReceiptGone.js';
import { Legacy } from '@widget/screens/legacy/Legacy.js';
import { Frame } from '../fixtures/Frame.js';
import { paidOf } from '../fixtures/order.js';
import { word } from '../fixtures/words.js';

function Screen({ coparent = false, free = false }: { coparent?: boolean; free?: boolean }) {
  const say = useText();
  return (
    <Frame>
      <Receipt
        paid={paidOf(say.lang, { coparent, free })}
        loginHref="#login"
        appStoreHref="#app-store"
        playStoreHref="#play-store"
        onPrint={() => undefined}
      />
    </Frame>
  );
}

const meta = { title: 'Journey/14 Receipt', component: Screen, parameters: { frame: 'screen' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The app-store step is left out in Spanish. */
export const Activated: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('heading', { level: 1, name: word(globals, 'receipt_title') })).toBeVisible();
    await expect(canvas.queryAllByText(word(globals, 'receipt_app'))).toHaveLength(globals['locale'] === 'es' ? 0 : 1);
  },
};

export const ForTwo: Story = { args: { coparent: true } };

export const NothingDue: Story = { args: { free: true } };

export const Reloaded: Story = {
  render: () => (
    <Frame>
      <ReceiptGone loginHref="#login" />
    </Frame>
  ),
};

export const LegacyBilling: Story = {
  render: () => (
    <Frame>
      <Legacy loginHref="#login" onPayment={() => undefined} />
    </Frame>
  ),
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
