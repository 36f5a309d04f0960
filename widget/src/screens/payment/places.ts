import { useMemo } from 'react';
import type { Api } from '../../client/api.js';
import type { Country, Region, TimeZone } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';

/** What there is to choose from; undefined while it is loaded, empty where it can't be had: the field is then free text. */
export interface Places {
  countries: readonly Country[] | undefined;
  regions: readonly Region[] | undefined;
  timeZones: readonly TimeZone[] | undefined;
}

const none: readonly never[] = [];

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

/** Countries, the country's regions, and the time zones of country (and region, where they depend on it). */
export function usePlaces(country: string, region: string): Places {
  const { api } = useFlow();
  const countries = useLookup('countries', api.countries);
  const regions = useLookup(country ? `regions ${country}` : undefined, () => api.regions(country));
  const regionList = regions.failed ? none : regions.data;
  // By the code only: a region may be typed or filled in by its name before the list is there.
  const isKnown = regionList?.some(({ code }) => code === region) ?? false;
  const zoneRegion = zonesNeedRegion(country) && isKnown ? region : undefined;
  const asksZones = country !== '' && (!zonesNeedRegion(country) || isKnown || regionList?.length === 0);
  const timeZones = useLookup(asksZones ? `zones ${country} ${zoneRegion ?? ''}` : undefined, () => api.timeZones(country, zoneRegion));
  const zoneList = timeZones.failed ? none : timeZones.data;
  return useMemo(() => ({ countries: countries.data, regions: regionList, timeZones: zoneList }), [countries.data, regionList, zoneList]);
}
