import { useText } from '../../../i18n/useText.js';
import { Page, Spinner } from '../../../parts/index.js';

/** The login is on its way here from another site's page. */
export function Arriving() {
  const say = useText();
  return (
    <Page heading={say('account_title')}>
      <Spinner size="large" label={say('loading')} />
    </Page>
  );
}
