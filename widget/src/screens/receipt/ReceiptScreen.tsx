import { useEffect, useState } from 'react';
import { useFlow, useSession } from '../../flow/flow.js';
import { Affiliate } from './Affiliate.js';
import { Receipt } from './Receipt.js';
import { ReceiptGone } from './ReceiptGone.js';

export default function ReceiptScreen() {
  const { bootstrap, keeper, hasMoved, track } = useFlow();
  const session = useSession();
  // What is shown outlives the session, which is cleared in a moment.
  const [{ paid, selectedId, login }] = useState(() => ({
    paid: session.paid,
    selectedId: session.registration?.order?.packageId,
    login: session.login,
  }));
  const orderedId = paid?.registration?.order?.packageId;
  const isMatch = selectedId === undefined || selectedId === orderedId;
  useEffect(() => {
    if (paid) {
      track(isMatch ? 'Receipt Shown' : 'Selected package does not match order package', { packageId: orderedId ?? 0 });
    }
    keeper.clear();
    // Once, when the screen is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const { links } = bootstrap;
  const loginHref = (login && !login.redirect.includes('login_error') && login.redirect) || links.login || '';
  const { receipt } = paid ?? {};
  if (!paid || !receipt || !isMatch) return <ReceiptGone headingTakesFocus={hasMoved()} loginHref={links.login ?? ''} />;
  return (
    <>
      <Receipt
        headingTakesFocus={hasMoved()}
        paid={{ ...paid, receipt }}
        loginHref={loginHref}
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
