import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { Packages } from '@widget/screens/packages/Packages.js';
import { MethodForm } from '@widget/checkout/views/MethodForm.js';
import { PaymentLayout } from '@widget/checkout/views/PaymentLayout.js';
import { InviteFrame, InviteStepTop } from '../fixtures/invitation.js';
import { packageList } from '@fake/packages.js';
import { quoteOf } from '@fake/quote.js';
import { useWorld } from '../fixtures/world.js';
import { word } from '../fixtures/words.js';

/** Packages, build-your-own, payment and review are the parent flow's own views; here is what is different for one who was invited. */
const meta = { title: 'Invitation/5 Package and payment', parameters: { frame: 'screen' } } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

function Choice() {
  const say = useText();
  const { market } = useWorld();
  return (
    <InviteFrame>
      <Packages
        top={<InviteStepTop walk="paying" at={1} />}
        subtitle={say('invite_packages_text')}
        list={packageList(say.lang, { country: market.country })}
        years={1}
        recommendsPremium={false}
        onChoose={fn()}
      />
    </InviteFrame>
  );
}

/** Nobody pays for two here. */
export const ChooseAPackage: Story = {
  render: () => <Choice />,
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByText(word(globals, 'invite_packages_text'))).toBeVisible();
    await expect(within(canvasElement).queryByText(word(globals, 'packages_subtitle'))).toBeNull();
  },
};

function Payment({ back }: { back: 'billing_back' | 'invite_back_step1' }) {
  const say = useText();
  const { market } = useWorld();
  return (
    <InviteFrame>
      <PaymentLayout
        top={<InviteStepTop walk="paying" at={2} back={back} />}
        stages={['billing', 'method', 'review']}
        current="method"
        isOpen={(stage) => stage !== 'review'}
        onSelect={() => undefined}
        quote={quoteOf(say.lang, { country: market.country })}
        isPricing={false}
      >
        <MethodForm
          methods={['creditCard']}
          method="creditCard"
          onMethod={() => undefined}
          isFree={false}
          codes={null}
          card={null}
          savedCard="1111"
          onUpdateCard={() => undefined}
          isWalletBusy={false}
          onAuthorize={() => undefined}
          canReview
          continueLabel={say('payment_review_order')}
          isBusy={false}
          onContinue={() => undefined}
        />
      </PaymentLayout>
    </InviteFrame>
  );
}

/** Paying for the co-parent isn't offered. */
export const PayForOneself: Story = {
  render: () => <Payment back="billing_back" />,
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).queryByRole('checkbox', { name: word(globals, 'payment_coparent') })).toBeNull();
  },
};

/** Whom a professional has set up goes back to step 1. */
export const SetUpByAProfessional: Story = {
  render: () => <Payment back="invite_back_step1" />,
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('link', { name: word(globals, 'invite_back_step1') })).toBeVisible();
  },
};

export const OnACard: Story = { render: () => <Choice />, globals: { flags: 'grow722' } };

export const PaymentOnACard: Story = { render: () => <Payment back="billing_back" />, globals: { flags: 'grow722' } };

export const OnAPhone: Story = { render: () => <Payment back="billing_back" />, globals: { viewport: { value: 'phone' } } };
