import { useEffect, useState } from 'react';
import { useFlow, useSession } from '../../flow/flow.js';
import { Affiliate } from '../receipt/Affiliate.js';
import { Receipt } from '../receipt/Receipt.js';
import { ReceiptGone } from '../receipt/ReceiptGone.js';
import { InviteFlow } from './InviteFlow.js';
import { leaveToLogin, loginHref } from './login.js';

export default function InviteReceiptScreen() {
  return (
    <InviteFlow>
      <InviteReceipt />
    </InviteFlow>
  );
}

function InviteReceipt() {
  const { bootstrap, keeper, hasMoved, track } = useFlow();
  const { links } = bootstrap;
  const session = useSession();
  // What is shown outlives the session, which is cleared in a moment.
  const [{ paid, selectedId, href }] = useState(() => ({
    paid: session.paid,
    selectedId: session.registration?.order?.packageId,
    href: loginHref(session.login, links),
  }));
  const orderedId = paid?.registration?.order?.packageId;
  const isMatch = selectedId === undefined || selectedId === orderedId;
  useEffect(() => {
    if (paid) track(isMatch ? 'Receipt Shown' : 'Selected package does not match order package', { packageId: orderedId ?? 0 });
    const { invite, login } = keeper.get();
    keeper.clear();
    // User id and token stay until the login, which clears everything.
    keeper.set({ invite, login, credentialsSet: true });
    // Once, when the screen is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onLogin = () => leaveToLogin(keeper, links, (to) => location.assign(to));
  const { receipt } = paid ?? {};
  if (!paid || !receipt || !isMatch) return <ReceiptGone headingTakesFocus={hasMoved()} loginHref={href} onLogin={onLogin} />;
  return (
    <>
      <Receipt
        headingTakesFocus={hasMoved()}
        paid={{ ...paid, receipt }}
        loginHref={href}
        onLogin={onLogin}
        hasCoParent={false}
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
