import { useText } from '../i18n/useText.js';

/** The first stop of the Tab key on the hosted page: skips the header. When embedded, the host page has its own. */
export function SkipLink() {
  const t = useText();
  return (
    <a
      className="cj-skip"
      href="#main"
      onClick={(event) => {
        // The address bar belongs to the router.
        event.preventDefault();
        event.currentTarget.closest('.cj-frame')?.querySelector<HTMLElement>('.cj-main')?.focus();
      }}
    >
      {t('skip_to_content')}
    </a>
  );
}
