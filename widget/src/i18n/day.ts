/**
 * A day in words: in the language shown, and as written where the amounts beside it are at home (`locale`, which the server names). A locale of
 * another language is left aside: the language was changed since.
 */
export function dayText(date: string, lang: string, locale?: string, style: Intl.DateTimeFormatOptions = { dateStyle: 'long' }): string {
  const tag = locale?.split('-')[0] === lang ? locale : lang;
  return new Intl.DateTimeFormat(tag, style).format(new Date(date));
}
