import type { Api } from '../client/api.js';

/** The time zones of some countries depend on the region. */
export function zonesNeedRegion(country: string): boolean {
  return country === 'US' || country === 'CA';
}

/** The time zone of a place that nobody is asked about: the device's own where it is one of the place's, else the place's first. */
export async function timeZoneOf(api: Pick<Api, 'timeZones'>, country: string, region: string): Promise<string> {
  const zones = await api.timeZones(country, zonesNeedRegion(country) ? region : undefined);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zones.some(({ id }) => id === own) ? own : (zones[0]?.id ?? own);
}
