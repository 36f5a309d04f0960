import type { Meta, StoryObj } from '@storybook/react-vite';
import { PackageCard, PackageGrid } from '@widget/parts/index.js';
import { useWord } from '../fixtures/words.js';

function Packages({ withCoupon = false, withBadge = true, isBusy = false }: { withCoupon?: boolean; withBadge?: boolean; isBusy?: boolean }) {
  const t = useWord();
  const year = t('packages_for_years', { count: 1 });
  const taxes = t('packages_plus_tax');
  const choose = t('packages_choose');
  const coupon = withCoupon ? { oldPriceLabel: t('packages_was'), coupon: t('coupon_partner20') } : {};
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
        {...package_(t('package_essential_1y'))}
        description={t('chooser_subtitle')}
        price={withCoupon ? '$95.20' : '$119.00'}
        oldPrice={withCoupon ? '$119.00' : undefined}
        features={[t('package_feature_calendar'), t('package_feature_tonemeter'), t('package_feature_expenses')]}
        busyLabel={t('loading')}
      />
      <PackageCard
        {...package_('Premium')}
        badge={withBadge ? t('packages_recommended') : undefined}
        description={t('custom_subtitle')}
        price={withCoupon ? '$159.20' : '$199.00'}
        oldPrice={withCoupon ? '$199.00' : undefined}
        features={[
          t('package_feature_messages'),
          t('package_feature_calls_premium'),
          t('package_feature_storage_1gb'),
          t('package_feature_payments'),
        ]}
        isBusy={isBusy}
        busyLabel={t('loading')}
      />
      <PackageCard
        name={t('packages_build')}
        description={t('packages_build_text')}
        features={[t('package_feature_choose'), t('custom_subtitle')]}
        actionLabel={t('packages_build')}
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
