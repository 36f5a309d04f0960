import type { ReactNode } from 'react';
import type { Address, Quote } from '../../client/types.js';
import { countryNamer } from '../../i18n/countryName.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button, ErrorSummary, LinkButton, Panel, TrustNote, type SummaryError } from '../../parts/index.js';
import { Failure } from '../../flow/Failure.js';
import { useOnline } from '../../flow/useOnline.js';
import type { Consent } from '../consent.js';
import { ConsentFields } from './ConsentFields.js';
import './payment.css';

export interface ReviewProps {
  quote: Quote;
  address: Address;
  /** Describes the method; undefined if nothing is due. */
  methodText?: string | undefined;
  onChangeMethod: () => void;
  onChangeBilling: () => void;
  termsHref: string;
  /** The referral's fields, if it wasn't asked before. */
  referral?: ReactNode;
  consent: Consent;
  onConsent: (change: { termsAndConditions?: boolean; marketingOptIn?: boolean }) => void;
  /** Shown beside the price: it changed, and nothing was charged. */
  isPriceChanged: boolean;
  errors: readonly SummaryError[];
  attempt: number;
  failure?: string | undefined;
  /** The way on from that failure. */
  wayOn?: ReactNode;
  isBusy: boolean;
  isSlow: boolean;
  /** The payment was sent, and its outcome isn't known yet. */
  isConfirming: boolean;
  onPay: () => void;
}

/** The whole order, the terms, and Pay now. */
export function Review(props: ReviewProps) {
  const { quote, address, methodText, termsHref, consent, onConsent, isPriceChanged, errors, attempt, failure, isBusy, isConfirming, onPay } = props;
  const t = useText();
  const isOnline = useOnline();
  const isFree = Number(quote.totals.total) === 0;
  return (
    <form
      noValidate
      className="cj-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onPay();
      }}
    >
      <ErrorSummary title={t('summary_title', { count: errors.length })} errors={errors} attempt={attempt} />
      {isPriceChanged && (
        <Banner tone="warning" duration={null}>
          {t('review_price_changed')}
        </Banner>
      )}
      <Panel
        heading={t('review_method')}
        aside={
          <LinkButton onPress={props.onChangeMethod} accessibleLabel={t('review_change_method')}>
            {t('review_change')}
          </LinkButton>
        }
      >
        <p>{methodText ?? t('payment_nothing_due')}</p>
      </Panel>
      <Panel
        heading={t('review_billing')}
        aside={
          <LinkButton onPress={props.onChangeBilling} accessibleLabel={t('review_change_billing')}>
            {t('review_change')}
          </LinkButton>
        }
      >
        <address className="cj-address">
          {address.line1}
          {address.line2 && (
            <>
              <br />
              {address.line2}
            </>
          )}
          <br />
          {address.city}
          {/* British and New Zealand addresses have no region. */}
          {/^(GB|NZ)$/.test(address.country) ? '' : `, ${address.region}`} {address.postalCode}
          <br />
          {countryNamer(t.lang)(address.country)}
        </address>
      </Panel>
      <Panel heading={t('review_billing_terms')} tone="plain">
        <p className="cj-terms">{quote.terms}</p>
      </Panel>
      {props.referral}
      <ConsentFields consent={consent} termsHref={termsHref} onConsent={onConsent} />
      {failure && <Failure>{failure}</Failure>}
      {props.wayOn}
      {isConfirming && (
        <Banner tone="info" duration={null}>
          {t(isOnline ? 'review_confirming' : 'review_offline')}
        </Banner>
      )}
      {props.isSlow && !isConfirming && (
        <Banner tone="info" duration={null}>
          {t('slow_message')}
        </Banner>
      )}
      <Actions>
        <Button
          type="submit"
          isDisabled={consent.isRequired && !consent.termsAndConditions}
          isBusy={isBusy}
          busyLabel={t('review_paying')}
          icon="lock"
        >
          {isFree ? t('review_complete') : t('review_pay_now')}
        </Button>
      </Actions>
      <TrustNote>{t('payment_secure')}</TrustNote>
    </form>
  );
}
