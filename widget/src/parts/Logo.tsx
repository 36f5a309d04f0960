/** The mark: two rings that overlap, as two homes do. Decoration; the name is beside it. */
export function Logo() {
  return (
    <svg className="cj-logo" viewBox="0 0 40 28" aria-hidden="true" focusable="false">
      <circle className="cj-logo-first" cx="14" cy="14" r="11" />
      <circle className="cj-logo-second" cx="26" cy="14" r="11" />
      <path className="cj-logo-shared" d="M20 4.78a11 11 0 0 1 0 18.44 11 11 0 0 1 0-18.44Z" />
    </svg>
  );
}
