/** Makes a phone number unbreakable: no line ends at its spaces and hyphens. Other values are returned unchanged. */
export function unbroken(value: string): string {
  if (!/^\+?[\d ().-]{7,}$/.test(value)) return value;
  return value.replaceAll(' ', '\u00A0').replaceAll('-', '\u2011');
}
