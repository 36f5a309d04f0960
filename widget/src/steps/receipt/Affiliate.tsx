import './receipt.css';

export interface AffiliateProps {
  /** Address templates with {transactionId} and {amount}; without them nothing is loaded. */
  pixel?: string | undefined;
  script?: string | undefined;
  transactionId: string;
  /** After discount, decimal. */
  amount: string;
}

/** Reports the sale to an affiliate network: one pixel, and their page in a frame that can't reach ours. */
export function Affiliate({ pixel, script, transactionId, amount }: AffiliateProps) {
  const fill = (template: string) =>
    template.replaceAll('{transactionId}', encodeURIComponent(transactionId)).replaceAll('{amount}', encodeURIComponent(amount));
  return (
    <>
      {pixel && <img className="cj-affiliate" src={fill(pixel)} alt="" width="1" height="1" />}
      {script && <iframe className="cj-affiliate" src={fill(script)} sandbox="allow-scripts" title="Affiliate" aria-hidden="true" tabIndex={-1} />}
    </>
  );
}
