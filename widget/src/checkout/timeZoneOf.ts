import type { Api } from '../client/api.js';

/** Reports whether a country's time zones depend on the region. */
export function zonesNeedRegion(country: string): boolean {
  return country === 'US' || country === 'CA';
}

/** Returns a place's time zone without a question: the device's own if the place has it, else the place's first. */
export async function timeZoneOf(api: Pick<Api, 'timeZones'>, country: string, region: string): Promise<string> {
  const zones = await api.timeZones(country, zonesNeedRegion(country) ? region : undefined);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zones.some(({ id }) => id === own) ? own : (zones[0]?.id ?? own);
}
