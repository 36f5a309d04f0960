/** Names countries in a language; an unknown code is returned unchanged. */
export function countryNamer(lang: string): (code: string) => string {
  const names = new Intl.DisplayNames([lang], { type: 'region' });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      return code;
    }
  };
}
