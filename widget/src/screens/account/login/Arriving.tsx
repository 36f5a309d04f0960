import { useText } from '../../../i18n/useText.js';
import { Page, Spinner } from '../../../parts/index.js';

/** Shown while the single-use code of a login from another page is exchanged for a login on this one. */
export function Arriving() {
  const t = useText();
  return (
    <Page heading={t('account_title')}>
      <Spinner size="large" label={t('loading')} />
    </Page>
  );
}
