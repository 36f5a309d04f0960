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
  const say = useText();
  const name = say(paymentMethods[method].name);
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
      <ErrorSummary title={say('summary_title', { count: faults.length })} errors={faults} attempt={props.attempt} />
      {failure && <Failure>{failure}</Failure>}
      {props.wayOn}
      <TrustNote>{say('payment_secure')}</TrustNote>
      {payForCoparent && (
        <CheckboxField
          name="payForCoparent"
          label={say('payment_coparent')}
          description={`${say('payment_coparent_price', { price: payForCoparent.price })} ${say('payment_coparent_help')}`}
          value={payForCoparent.value}
          onChange={payForCoparent.onChange}
        />
      )}
      {codes}
      {isFree ? (
        <Banner tone="success" duration={null}>
          {say('payment_nothing_due')}
        </Banner>
      ) : (
        <>
          {methods.length > 1 && (
            <RadioCardGroup
              name="paymentMethod"
              label={say('payment_method')}
              value={method}
              onChange={(value) => onMethod(value as Method)}
              options={methods.map((value) => ({ value, label: say(paymentMethods[value].name) }))}
            />
          )}
          {savedCard && method === 'creditCard' && (
            <div className="cj-wallet">
              <p>{say('payment_card_saved', { lastFour: savedCard })}</p>
              <div>
                <Button variant="secondary" onPress={props.onUpdateCard}>
                  {say('payment_card_update')}
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
                    {say('payment_authorized', { method: name })}
                    {authorized.account && ` (${authorized.account})`}
                  </p>
                  <div>
                    <Button variant="secondary" onPress={() => onMethod('creditCard')}>
                      {say('payment_card_add')}
                    </Button>
                  </div>
                </>
              ) : (
                props.walletButton || (
                  <div>
                    <Button
                      variant="secondary"
                      isBusy={props.isWalletBusy}
                      busyLabel={say('payment_wallet_opening', { method: name })}
                      onPress={props.onAuthorize}
                    >
                      {say('payment_authorize', { method: name })}
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
        <Button type="submit" describedBy={props.missing && missingId} isDisabled={!canReview} isBusy={isBusy} busyLabel={say('payment_tokenizing')}>
          {props.continueLabel}
        </Button>
      </Actions>
    </form>
  );
}
