import type { PaymentAnswer } from '../../client/types.js';
import { useAccount, useFlow, type Flow } from '../../flow/flow.js';
import type { Session } from '../../session/session.js';
import { leadHome } from '../../flow/leadHome.js';
import { useText } from '../../i18n/useText.js';
import { Spinner } from '../../parts/index.js';
import { Affiliate } from './Affiliate.js';
import { Receipt, type ReceiptProps } from './Receipt.js';
import { ReceiptGone } from './ReceiptGone.js';
import { usePaidNow } from './usePaidNow.js';

/** The data of a receipt. They outlive the session, which is cleared once the receipt shows. */
export interface PaidOrder {
  paid: PaymentAnswer | undefined;
  /** False if the chosen package isn't the ordered one. */
  isMatch: boolean;
}

export function paidOrderOf({ paid, registration }: Session): PaidOrder {
  const selectedId = registration?.order?.packageId;
  return { paid, isMatch: selectedId === undefined || selectedId === paid?.registration?.order?.packageId };
}

/** Reports the shown receipt to analytics. */
export function trackReceipt({ paid, isMatch }: PaidOrder, track: Flow['track']): void {
  if (!paid) return;
  const packageId = paid.registration?.order?.packageId ?? 0;
  track(isMatch ? 'Receipt Shown' : 'Selected package does not match order package', { packageId });
}

export interface PaidReceiptProps extends PaidOrder, Pick<ReceiptProps, 'loginHref' | 'hasCoParent'> {
  /** Loads the payment's current state from the server. */
  fetchPayment: () => Promise<PaymentAnswer>;
  /** Called instead of following the link; by default it leads a logged-in user home. */
  onLeave?: (() => void) | undefined;
  /** The address of the login beside a missing receipt; defaults to `loginHref`. */
  goneHref?: string | undefined;
}

/** The receipt and the report to the affiliate, or a note that the receipt is in the account. */
export function PaidReceipt({ paid: kept, isMatch, fetchPayment, loginHref, goneHref = loginHref, onLeave, hasCoParent }: PaidReceiptProps) {
  const flow = useFlow();
  const t = useText();
  const { bootstrap, hasMoved } = flow;
  const { links } = bootstrap;
  const isLoggedIn = useAccount().login !== undefined;
  const onLogin = onLeave ?? (isLoggedIn ? () => void leadHome(flow) : undefined);
  const answer = usePaidNow(kept, fetchPayment);
  if (!answer) return <Spinner size="large" label={t('loading')} />;
  const { paid } = answer;
  const { receipt } = paid ?? {};
  if (!paid || !receipt || !isMatch)
    return (
      <ReceiptGone headingTakesFocus={hasMoved()} loginHref={(isLoggedIn && links.home) || goneHref} isLoggedIn={isLoggedIn} onLogin={onLogin} />
    );
  return (
    <>
      <Receipt
        headingTakesFocus={hasMoved()}
        paid={{ ...paid, receipt }}
        loginHref={loginHref}
        isLoggedIn={isLoggedIn}
        onLogin={onLogin}
        hasCoParent={hasCoParent}
        appStoreHref={links.appStore}
        playStoreHref={links.playStore}
        onPrint={() => globalThis.print()}
      />
      <Affiliate
        pixel={links.affiliatePixel}
        script={links.affiliateScript}
        transactionId={receipt.transactionId ?? receipt.orderId}
        amount={receipt.totals.subTotalAfterDiscount}
      />
    </>
  );
}
