import type { Meta, StoryObj } from '@storybook/react-vite';
import { PackageCard, PackageGrid } from '@widget/parts/index.js';
import { useWord } from '../fixtures/words.js';

function Packages({ withCoupon = false, withBadge = true, isBusy = false }: { withCoupon?: boolean; withBadge?: boolean; isBusy?: boolean }) {
  const say = useWord();
  const year = say('packages_for_years', { count: 1 });
  const taxes = say('packages_plus_tax');
  const choose = say('packages_choose');
  const coupon = withCoupon ? { oldPriceLabel: say('packages_was'), coupon: say('coupon_partner20') } : {};
  const package_ = (name: string) => ({
    name,
    actionLabel: choose,
    actionAccessibleLabel: `${choose} ${name}`,
    priceNote: year,
    taxNote: taxes,
    onSelect: () => undefined,
    ...coupon,
  });
  return (
    <PackageGrid>
      <PackageCard
        {...package_(say('package_essential_1y'))}
        description={say('chooser_subtitle')}
        price={withCoupon ? '$95.20' : '$119.00'}
        oldPrice={withCoupon ? '$119.00' : undefined}
        features={[say('package_feature_calendar'), say('package_feature_tonemeter'), say('package_feature_expenses')]}
        busyLabel={say('loading')}
      />
      <PackageCard
        {...package_('Premium')}
        badge={withBadge ? say('packages_recommended') : undefined}
        description={say('custom_subtitle')}
        price={withCoupon ? '$159.20' : '$199.00'}
        oldPrice={withCoupon ? '$199.00' : undefined}
        features={[
          say('package_feature_messages'),
          say('package_feature_calls_premium'),
          say('package_feature_storage_1gb'),
          say('package_feature_payments'),
        ]}
        isBusy={isBusy}
        busyLabel={say('loading')}
      />
      <PackageCard
        name={say('packages_build')}
        description={say('packages_build_text')}
        features={[say('package_feature_choose'), say('custom_subtitle')]}
        actionLabel={say('packages_build')}
        onSelect={() => undefined}
      />
    </PackageGrid>
  );
}

const meta = { title: 'Parts/PackageCard', component: Packages, parameters: { wide: true } } satisfies Meta<typeof Packages>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = { args: { withBadge: false } };
export const Recommended: Story = { parameters: { proves: 'One card has a badge and a stronger edge.' } };
export const WithCoupon: Story = { args: { withCoupon: true } };
export const Busy: Story = { args: { isBusy: true } };
