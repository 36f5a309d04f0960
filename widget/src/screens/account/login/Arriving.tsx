import { useText } from '../../../i18n/useText.js';
import { Page, Spinner } from '../../../parts/index.js';

/** Shown while a login from another site's page is being taken over. */
export function Arriving() {
  const say = useText();
  return (
    <Page heading={say('account_title')}>
      <Spinner size="large" label={say('loading')} />
    </Page>
  );
}
