/**
 * Formats a day in the current language, in the style of the amounts beside it (`locale`, named by the server). A locale of another language is ignored:
 * the language has changed since.
 */
export function dayText(date: string, lang: string, locale?: string, style: Intl.DateTimeFormatOptions = { dateStyle: 'long' }): string {
  const tag = locale?.split('-')[0] === lang ? locale : lang;
  return new Intl.DateTimeFormat(tag, style).format(new Date(date));
}
