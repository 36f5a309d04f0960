import { Failure } from '../../flow/Failure.js';
import { useSignupLink } from '../../flow/useSignupLink.js';
import { useText } from '../../i18n/useText.js';
import { Banner, Button } from '../../parts/index.js';

/** The way on if the server requires proof of the payer's mailbox: a link to continue the sign-up, mailed to its own address. */
export function ProveMailbox() {
  const link = useSignupLink();
  const t = useText();
  if (!link) return null;
  const { email, isSent, isBusy, failure } = link;
  return (
    <div className="cj-stack">
      <Banner
        tone="info"
        duration={null}
        action={
          !isSent && (
            <Button variant="secondary" onPress={link.send} isBusy={isBusy} busyLabel={t('elsewhere_sending')}>
              {t('prove_mailbox_send')}
            </Button>
          )
        }
      >
        {t(isSent ? 'prove_mailbox_sent' : 'prove_mailbox_text', { email })}
      </Banner>
      {failure && <Failure>{failure}</Failure>}
    </div>
  );
}
