import { useRouterState } from '@tanstack/react-router';
import './elsewhere.css';
import { Failure } from '../flow/Failure.js';
import { useSignupLink } from '../flow/useSignupLink.js';
import { useText } from '../i18n/useText.js';
import { LinkButton } from '../parts/index.js';

/** Below a step: mails a link to the parent's own address, to go on with the sign-up on another device. */
export function Elsewhere() {
  const link = useSignupLink(useRouterState({ select: (s) => s.location.pathname }));
  const t = useText();
  if (!link) return undefined;
  return (
    <div className="cj-elsewhere cj-screen-only">
      {!link.isSent && (
        <p>
          {t('elsewhere_ask')}{' '}
          <LinkButton placement="inline" onPress={link.send}>
            {t(link.isBusy ? 'elsewhere_sending' : 'link_send')}
          </LinkButton>
        </p>
      )}
      <p role="status">{link.isSent && t('elsewhere_sent', { email: link.email })}</p>
      {link.failure && <Failure>{link.failure}</Failure>}
    </div>
  );
}
