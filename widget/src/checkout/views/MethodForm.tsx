import { useId, type ReactNode } from 'react';
import { CheckboxField, RadioCardGroup } from '../../fields/index.js';
import { Failure } from '../../flow/Failure.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button, ErrorSummary, TrustNote, type SummaryError } from '../../parts/index.js';
import { paymentMethods } from '../../rules/index.js';
import type { Method } from '../state.js';
import './payment.css';

export interface MethodFormProps {
  /** The buyer's methods; a card is always one of them. */
  methods: readonly Method[];
  method: Method;
  onMethod: (method: Method) => void;
  /** Nothing is due: the form shows no methods. */
  isFree: boolean;
  /** Omitted if there is no co-parent to pay for. */
  payForCoparent?: { value: boolean; onChange: (value: boolean) => void; price: string } | undefined;
  /** The box for codes. */
  codes: ReactNode;
  /** The card fields; they stay mounted while another method is shown. */
  card: ReactNode;
  /** The saved card's last four digits. */
  savedCard?: string | undefined;
  onUpdateCard: () => void;
  /** The authorized wallet and its account. */
  authorized?: { account?: string | undefined } | undefined;
  /** The wallet's own button, for wallets that open only by it. */
  walletButton?: ReactNode;
  isWalletBusy: boolean;
  onAuthorize: () => void;
  /** The reason of the last failure; announced. */
  failure?: string | undefined;
  /** The way on from that failure. */
  wayOn?: ReactNode;
  /** Card fields that the provider refused. */
  faults?: readonly SummaryError[] | undefined;
  /** Counts the attempts to continue. */
  attempt?: number | undefined;
  canReview: boolean;
  /** The message about missing input, beside the disabled button. */
  missing?: string | undefined;
  continueLabel: string;
  isBusy: boolean;
  onContinue: () => void;
}

const noFaults: readonly SummaryError[] = [];

/** The co-parent's seat, codes, and the method. */
export function MethodForm(props: MethodFormProps) {
  const {
    methods,
    method,
    onMethod,
    isFree,
    payForCoparent,
    codes,
    card,
    savedCard,
    authorized,
    failure,
    faults = noFaults,
    canReview,
    isBusy,
  } = props;
  const t = useText();
  const name = t(paymentMethods[method].name);
  const missingId = useId();
  return (
    <form
      noValidate
      className="cj-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (canReview && !isBusy) props.onContinue();
      }}
    >
      <ErrorSummary title={t('summary_title', { count: faults.length })} errors={faults} attempt={props.attempt} />
      {failure && <Failure>{failure}</Failure>}
      {props.wayOn}
      <TrustNote>{t('payment_secure')}</TrustNote>
      {payForCoparent && (
        <CheckboxField
          name="payForCoparent"
          label={t('payment_coparent')}
          description={`${t('payment_coparent_price', { price: payForCoparent.price })} ${t('payment_coparent_help')}`}
          value={payForCoparent.value}
          onChange={payForCoparent.onChange}
        />
      )}
      {codes}
      {isFree ? (
        <Banner tone="success" duration={null}>
          {t('payment_nothing_due')}
        </Banner>
      ) : (
        <>
          {methods.length > 1 && (
            <RadioCardGroup
              name="paymentMethod"
              label={t('payment_method')}
              value={method}
              onChange={(value) => onMethod(value as Method)}
              options={methods.map((value) => ({ value, label: t(paymentMethods[value].name) }))}
            />
          )}
          {savedCard && method === 'creditCard' && (
            <div className="cj-wallet">
              <p>{t('payment_card_saved', { lastFour: savedCard })}</p>
              <div>
                <Button variant="secondary" onPress={props.onUpdateCard}>
                  {t('payment_card_update')}
                </Button>
              </div>
            </div>
          )}
          <div hidden={method !== 'creditCard' || savedCard !== undefined}>{card}</div>
          {method !== 'creditCard' && (
            <div className="cj-wallet">
              {authorized ? (
                <>
                  <p role="status">
                    {t('payment_authorized', { method: name })}
                    {authorized.account && ` (${authorized.account})`}
                  </p>
                  <div>
                    <Button variant="secondary" onPress={() => onMethod('creditCard')}>
                      {t('payment_card_add')}
                    </Button>
                  </div>
                </>
              ) : (
                props.walletButton || (
                  <div>
                    <Button
                      variant="secondary"
                      isBusy={props.isWalletBusy}
                      busyLabel={t('payment_wallet_opening', { method: name })}
                      onPress={props.onAuthorize}
                    >
                      {t('payment_authorize', { method: name })}
                    </Button>
                  </div>
                )
              )}
            </div>
          )}
        </>
      )}
      {props.missing && (
        <p id={missingId} className="cj-page-subtitle">
          {props.missing}
        </p>
      )}
      <Actions>
        <Button type="submit" describedBy={props.missing && missingId} isDisabled={!canReview} isBusy={isBusy} busyLabel={t('payment_tokenizing')}>
          {props.continueLabel}
        </Button>
      </Actions>
    </form>
  );
}
