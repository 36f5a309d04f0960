/** Names countries in a language; a code that isn't a country's is returned as it is. */
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
