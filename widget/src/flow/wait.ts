/** Formats a waiting time: "40 seconds", "12 minutos". */
export function waitText(seconds: number, lang: string): string {
  const [value, unit] = seconds < 90 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
