import { useText } from '../i18n/useText.js';
import { LinkButton } from '../parts/index.js';
import { telephone } from './telephone.js';
import type { Support } from './support.js';

/** Phone and email of support, each a link. */
export function SupportLines({ support }: { support: Support }) {
  const t = useText();
  return (
    <div className="cj-support">
      {support.phone && (
        <LinkButton icon="phone" href={telephone(support.phone)}>
          {t('duplicate_phone', { phone: support.phone })}
        </LinkButton>
      )}
      {support.email && (
        <LinkButton icon="mail" href={`mailto:${support.email}`}>
          {t('duplicate_email', { email: support.email })}
        </LinkButton>
      )}
    </div>
  );
}
