import { useFlow } from '../../flow/flow.js';
import { useText } from '../../i18n/useText.js';
import { LinkPage } from '../../steps/link/LinkPage.js';
import { useLinkRequest } from '../../steps/link/useLinkRequest.js';

export default function LinkScreen() {
  const { bootstrap, hasMoved } = useFlow();
  const t = useText();
  return (
    <LinkPage
      {...useLinkRequest()}
      headingTakesFocus={hasMoved()}
      heading={t('link_title')}
      subtitle={t('link_text')}
      loginHref={bootstrap.links.login ?? ''}
    />
  );
}
