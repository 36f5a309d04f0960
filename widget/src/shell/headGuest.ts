/*
 * The libraries' additions to the host's head: react-aria writes one style element and never removes it, and reads the page's CSP
 * nonce from a meta element. Both exist while a flow runs.
 */

const guest = 'react-aria-pressable-style';
let users = 0;
let isHosts = false;
let meta: HTMLMetaElement | undefined;

/** Offers the nonce to our libraries; returns a function that restores the head. */
export function holdHead(nonce: string | undefined): () => void {
  if (users === 0) {
    isHosts = document.getElementById(guest) !== null;
    if (nonce && !document.querySelector('meta[property="csp-nonce"]')) {
      meta = document.createElement('meta');
      meta.setAttribute('property', 'csp-nonce');
      meta.nonce = nonce;
      document.head.append(meta);
    }
  }
  users += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    users -= 1;
    if (users > 0) return;
    meta?.remove();
    meta = undefined;
    if (!isHosts) document.getElementById(guest)?.remove();
  };
}
