import { useMemo } from 'react';
import type { Country, Region, TimeZone } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { regionsOf } from '../../form/place.js';
import { zonesNeedRegion } from '../timeZoneOf.js';

/** The choices of a list; undefined while loading, empty after a failure: the field is then free text. */
export interface Places {
  countries: readonly Country[] | undefined;
  regions: readonly Region[] | undefined;
  timeZones: readonly TimeZone[] | undefined;
  /** Part of it is loading. */
  isLoading: boolean;
}

const none: readonly never[] = [];

/** Returns countries, the country's regions, and the time zones of the country (and of the region, if they depend on it). */
export function usePlaces(country: string, region: string): Places {
  const { api } = useFlow();
  const countries = useLookup('countries', api.countries);
  const regionList = countries.failed ? none : regionsOf(countries.data, country);
  // By the code only: a region's name may be typed or autofilled before the list is loaded.
  const isKnown = regionList?.some(({ code }) => code === region) ?? false;
  const zoneRegion = zonesNeedRegion(country) && isKnown ? region : undefined;
  const needsZones = country !== '' && (!zonesNeedRegion(country) || isKnown || regionList?.length === 0);
  const timeZones = useLookup(needsZones ? `zones ${country} ${zoneRegion ?? ''}` : undefined, () => api.timeZones(country, zoneRegion));
  const zoneList = timeZones.failed ? none : timeZones.data;
  const isLoading = countries.isLoading || timeZones.isLoading;
  return useMemo(
    () => ({ countries: countries.data, regions: regionList, timeZones: zoneList, isLoading }),
    [countries.data, regionList, zoneList, isLoading],
  );
}
