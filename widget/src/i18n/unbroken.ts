/** A phone number that no line ends within: its spaces and hyphens don't break. Anything else is left as it is. */
export function unbroken(value: string): string {
  if (!/^\+?[\d ().-]{7,}$/.test(value)) return value;
  return value.replaceAll(' ', '\u00A0').replaceAll('-', '\u2011');
}
