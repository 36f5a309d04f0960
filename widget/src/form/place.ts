import { useEffect } from 'react';
import type { Country, Region } from '../client/types.js';
import { regionCode } from '../rules/index.js';

/** The part of an address that comes from lists. */
export interface Place {
  region: string;
  timeZone: string;
}

/** The lists of a country and region; undefined while loading, empty if there are none. */
export interface PlaceLists {
  regions: readonly { code: string; name: string }[] | undefined;
  timeZones: readonly { id: string }[] | undefined;
}

const free: readonly Region[] = [];

/** Returns the regions of a country; undefined until the countries are loaded and one is chosen, empty if the region is free text. */
export function regionsOf(countries: readonly Country[] | undefined, country: string): readonly Region[] | undefined {
  return countries && country !== '' ? (countries.find(({ code }) => code === country)?.regions ?? free) : undefined;
}

/**
 * Fits a place to its loaded lists. A region's typed or autofilled name becomes its code. The time zone is the only one on offer, or else the chosen one
 * if it is on offer.
 */
export function fitted({ region, timeZone }: Place, { regions, timeZones }: PlaceLists): Place {
  return { region: regionCode(regions, region), timeZone: fittingTimeZone(timeZone, timeZones ?? []) };
}

function fittingTimeZone(chosen: string, timeZones: readonly { id: string }[]): string {
  const [first, ...others] = timeZones;
  if (!first) return chosen;
  if (others.length === 0) return first.id;
  return timeZones.some(({ id }) => id === chosen) ? chosen : '';
}

/** Keeps a form's region and time zone within its lists. */
export function useFitted(place: Place, lists: PlaceLists, set: (fitted: Place) => void): void {
  const { region, timeZone } = fitted(place, lists);
  const isFitting = region === place.region && timeZone === place.timeZone;
  useEffect(() => {
    if (!isFitting) set({ region, timeZone });
  }, [isFitting, region, timeZone, set]);
}
