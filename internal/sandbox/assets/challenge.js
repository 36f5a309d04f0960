// The bank's challenge of a 3-D Secure test. The page around the frame sends the nonce and the client token in a message, which keeps them out of
// URLs, and gets the new nonce back.
'use strict';
(() => {
  const { instance, origin, failed } = document.body.dataset;
  const [approve, refuse] = ['approve', 'refuse'].map((id) => document.getElementById(id));
  const post = (more) => window.parent.postMessage({ cojoinHosted: 1, instance, field: 'challenge', ...more }, origin);

  let challenge;
  window.addEventListener('message', (event) => {
    if (event.origin !== origin || event.source !== window.parent || event.data?.cojoinHosted !== 1 || event.data.type !== 'challenge') return;
    challenge = event.data;
    approve.disabled = refuse.disabled = false;
    approve.focus();
  });

  async function decide(isApproved) {
    approve.disabled = refuse.disabled = true;
    try {
      const { authorizationFingerprint } = JSON.parse(atob(challenge.authorization));
      const response = await fetch('/client_api/v1/three_d_secure/challenges', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ authorizationFingerprint, nonce: challenge.nonce, approve: isApproved }),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { paymentMethod, threeDSecureInfo } = await response.json();
      post({ type: 'authenticated', nonce: paymentMethod.nonce, details: paymentMethod.details, threeDSecureInfo });
    } catch {
      document.getElementById('message').textContent = failed;
      post({ type: 'error', code: 'challenge_failed' });
    }
  }
  approve.addEventListener('click', () => decide(true));
  refuse.addEventListener('click', () => decide(false));
  post({ type: 'ready' });
})();
