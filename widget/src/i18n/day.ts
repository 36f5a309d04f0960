/** Returns the server's day, or the time that a server of release 0.1 and an answer kept from it have instead. */
export const dayOr = (day: string | undefined, time: string): string => day ?? time;

/**
 * Formats a day in the current language, in the style of the amounts beside it (`locale`, named by the server). A locale of another language is ignored:
 * the language has changed since. A day of the server's (2027-01-15) stays that day, wherever the browser is; a time is shown in the browser's zone.
 */
export function dayText(date: string, lang: string, locale?: string, style: Intl.DateTimeFormatOptions = { dateStyle: 'long' }): string {
  const tag = locale?.split('-')[0] === lang ? locale : lang;
  const isDay = date.length === '2027-01-15'.length;
  return new Intl.DateTimeFormat(tag, isDay ? { ...style, timeZone: 'UTC' } : style).format(new Date(date));
}
