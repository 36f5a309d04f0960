import { useText } from '../i18n/useText.js';

/** The first thing that the Tab key meets on the hosted page: past the header. Embedded, the host page has its own. */
export function SkipLink() {
  const say = useText();
  return (
    <a
      className="cj-skip"
      href="#main"
      onClick={(event) => {
        // The address bar is the router's.
        event.preventDefault();
        event.currentTarget.closest('.cj-frame')?.querySelector<HTMLElement>('.cj-main')?.focus();
      }}
    >
      {say('skip_to_content')}
    </a>
  );
}
