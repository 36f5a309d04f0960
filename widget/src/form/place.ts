import { useEffect } from 'react';
import type { Country, Region } from '../client/types.js';
import { regionCode } from '../rules/index.js';

/** The part of an address that is chosen from lists. */
export interface Place {
  region: string;
  timeZone: string;
}

/** The lists of a country and region; undefined while they are loaded, empty where none are known. */
export interface PlaceLists {
  regions: readonly { code: string; name: string }[] | undefined;
  timeZones: readonly { id: string }[] | undefined;
}

const free: readonly Region[] = [];

/** The regions of a country; undefined until the countries are there and one is chosen, empty where the region is free text. */
export function regionsOf(countries: readonly Country[] | undefined, country: string): readonly Region[] | undefined {
  return countries && country !== '' ? (countries.find(({ code }) => code === country)?.regions ?? free) : undefined;
}

/**
 * Fits a place to its loaded lists: a region that was typed or filled in by its name becomes its code, and a time zone is the only one on
 * offer, or the chosen one as long as it is offered.
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

/** Keeps a form's region and time zone among those that its lists offer. */
export function useFitted(place: Place, lists: PlaceLists, set: (fitted: Place) => void): void {
  const { region, timeZone } = fitted(place, lists);
  const isFitting = region === place.region && timeZone === place.timeZone;
  useEffect(() => {
    if (!isFitting) set({ region, timeZone });
  }, [isFitting, region, timeZone, set]);
}
