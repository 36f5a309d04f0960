import { newId } from '../../session/visitor.js';
import { CardUnconfirmed, ProviderFailure } from './port.js';
import { withPatience } from './patience.js';

/** The sandbox's answer about a cardholder. */
interface Verified {
  paymentMethod: { nonce: string };
  threeDSecureInfo?: { liabilityShifted: boolean } | undefined;
  /** Present if the bank wants to ask its customer. */
  lookup?: { acsUrl: string } | null;
}

/** A message of the frame with the bank's question. */
interface ChallengeMessage {
  cojoinHosted: 1;
  instance: string;
  field: 'challenge';
  type: 'ready' | 'authenticated' | 'error';
  nonce?: string;
  threeDSecureInfo?: { liabilityShifted: boolean };
}

export interface VerifyOptions {
  sandboxUrl: string;
  /** The client token. */
  authorization: string;
  /** The card's nonce; the request uses it up. */
  nonce: string;
  /** Decimal. */
  amount: string;
  lang: string;
  /** Names of the bank's question and of the button that closes it: Escape doesn't leave a frame of another origin. */
  labels: { challenge: string; close: string };
  /** The question goes beside this element, in our own root. */
  near: HTMLElement;
  /** The card fields are gone: so is the question. */
  signal: AbortSignal;
}

/**
 * 3-D Secure at the sandbox: shows the bank's question if there is one, and resolves with the nonce of the verified card. Rejects with
 * {@link CardUnconfirmed} if the bank or the buyer refused, {@link ProviderFailure} otherwise.
 */
export async function verifyAtSandbox(options: VerifyOptions): Promise<string> {
  const { sandboxUrl, authorization, nonce, amount, signal } = options;
  const { authorizationFingerprint } = JSON.parse(atob(authorization)) as { authorizationFingerprint: string };
  const response = await withPatience(
    fetch(`${sandboxUrl.replace(/\/+$/, '')}/client_api/v1/payment_methods/${encodeURIComponent(nonce)}/three_d_secure/lookup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ authorizationFingerprint, amount }),
    }),
    { signal },
  );
  if (!response.ok) throw new ProviderFailure(new Error(`3-D Secure look-up: ${response.status}`));
  const answer = await withPatience(response.json() as Promise<Verified>, { signal });
  if (answer.lookup) return openBank(answer.lookup.acsUrl, options);
  if (!answer.threeDSecureInfo?.liabilityShifted) throw new CardUnconfirmed();
  return answer.paymentMethod.nonce;
}

/** Shows the bank's question until it is answered. Closing the dialog counts as a refusal. */
function openBank(url: string, { authorization, nonce, lang, labels, near, signal }: VerifyOptions): Promise<string> {
  const { origin } = new URL(url);
  const instance = newId();
  const before = document.activeElement;
  const dialog = document.createElement('dialog');
  dialog.className = 'cj-dialog';
  dialog.ariaLabel = labels.challenge;
  const frame = document.createElement('iframe');
  frame.className = 'cj-challenge';
  frame.title = labels.challenge;
  frame.src = `${url}?${new URLSearchParams({ instance, origin: location.origin, lang })}`;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'cj-button';
  close.dataset['variant'] = 'secondary';
  close.textContent = labels.close;
  close.addEventListener('click', () => dialog.close());
  const box = document.createElement('div');
  box.className = 'cj-dialog-box';
  box.append(frame, close);
  dialog.append(box);
  (near.closest('.cojoin-root') ?? near).append(dialog);
  dialog.showModal();

  return new Promise<string>((resolve, reject) => {
    const onMessage = (event: MessageEvent<ChallengeMessage | undefined>) => {
      const message = event.data;
      if (event.origin !== origin || event.source !== frame.contentWindow || message?.cojoinHosted !== 1 || message.instance !== instance) return;
      if (message.type === 'ready') {
        frame.contentWindow?.postMessage({ cojoinHosted: 1, type: 'challenge', nonce, authorization }, origin);
        return;
      }
      if (message.type === 'authenticated' && message.nonce && message.threeDSecureInfo?.liabilityShifted) resolve(message.nonce);
      else reject(message.type === 'authenticated' ? new CardUnconfirmed() : new ProviderFailure(new Error('challenge failed')));
      dialog.close();
    };
    const leave = () => {
      reject(new ProviderFailure(new Error('destroyed')));
      dialog.close();
    };
    addEventListener('message', onMessage);
    signal.addEventListener('abort', leave);
    dialog.addEventListener('close', () => {
      removeEventListener('message', onMessage);
      signal.removeEventListener('abort', leave);
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      // No effect after an answer.
      reject(new CardUnconfirmed());
    });
  });
}
