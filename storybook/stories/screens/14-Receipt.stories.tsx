import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { languageTable, tagOf } from '@widget/i18n/language.js';
import { useText } from '@widget/i18n/useText.js';
import { Receipt } from '@widget/screens/receipt/Receipt.js';
import { ReceiptGone } from '@widget/screens/receipt/ReceiptGone.js';
import { Frame } from '../fixtures/Frame.js';
import { paidOf, type PaidChange } from '@fake/receipt.js';
import { useWorld } from '../fixtures/world.js';
import { shownIn, word } from '../fixtures/words.js';

function Screen(change: PaidChange) {
  const say = useText();
  const { market } = useWorld();
  return (
    <Frame>
      <Receipt
        paid={paidOf(say.lang, { country: market.country, ...change })}
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

/** The app-store step is left out where the apps don't speak the language. */
export const Activated: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('heading', { level: 1, name: word(globals, 'receipt_title') })).toBeVisible();
    await expect(canvas.queryAllByText(word(globals, 'receipt_app'))).toHaveLength(languageTable[tagOf(shownIn(globals))].hasApps ? 1 : 0);
  },
};

export const ForTwo: Story = { args: { coparent: true } };

export const NothingDue: Story = { args: { free: true } };

export const ByPayPal: Story = { args: { paymentType: 'PAYPAL' } };

export const CoParentInvitedByPhone: Story = { args: { invites: 'phone' } };

export const CoParentInvitedLater: Story = { args: { invites: 'nobody' } };

export const Reloaded: Story = {
  render: () => (
    <Frame>
      <ReceiptGone loginHref="#login" />
    </Frame>
  ),
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
