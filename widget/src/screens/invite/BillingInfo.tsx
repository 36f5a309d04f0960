import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button, Page } from '../../parts/index.js';
import { BillingForm, type BillingFormProps } from '../../checkout/views/BillingForm.js';

export interface BillingInfoProps extends ScreenProps, Omit<BillingFormProps, 'continueLabel' | 'referrals'> {
  /** Called by Continue of a locked form: the address is complete already. */
  onContinue: () => void;
}

/** Billing information of a parent with a paid subscription: only the address is needed. */
export function BillingInfo({ top, headingTakesFocus, onContinue, isLocked = false, ...form }: BillingInfoProps) {
  const t = useText();
  return (
    <Page heading={t('billing_title')} subtitle={t('invite_billing_text')} top={top} headingTakesFocus={headingTakesFocus}>
      {isLocked && (
        <Banner tone="info" duration={null}>
          {t('invite_billing_locked')}
        </Banner>
      )}
      <BillingForm {...form} isLocked={isLocked} continueLabel={t('continue')} hasSubmit={!isLocked} />
      {isLocked && (
        <Actions>
          <Button onPress={onContinue}>{t('continue')}</Button>
        </Actions>
      )}
    </Page>
  );
}
