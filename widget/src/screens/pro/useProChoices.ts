import { useMemo, useState } from 'react';
import { professionalCalls } from '../../client/professional.js';
import type { Option, ProfessionalOptions } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { regionsOf } from '../../form/place.js';
import { useText } from '../../i18n/useText.js';
import { defaultChoices, type PersonChoices, type PracticeChoices } from './choices.js';

export interface ProChoices {
  person: PersonChoices;
  practice: PracticeChoices;
  questions: readonly Option[];
  isLoading: boolean;
  /** Loads the lists again after a failure. */
  retry: (() => void) | undefined;
}

/** Countries whose time zones depend on the region. */
const byRegion = ['US', 'CA'];

const nothing: readonly never[] = [];

/** Returns the form's choices for the current language, country and region. */
export function useProChoices(country: string, region: string): ProChoices {
  const { api } = useFlow();
  const { lang } = useText();
  const options = useLookup(`pro-options ${country}`, () => professionalCalls(api).options(country));
  const parent = useLookup('parent-options', api.parentOptions);
  // Choices that don't depend on the country stay while another country's lists load.
  const [last, setLast] = useState<ProfessionalOptions>();
  if (options.data && options.data !== last) setLast(options.data);

  const { data, failed } = options;
  const known = data ?? last;
  const regions = regionsOf(known?.countries, country);
  const isNarrowed = byRegion.includes(country) && (regions?.some(({ code }) => code === region) ?? false);
  const narrowed = useLookup(isNarrowed ? `zones ${country} ${region}` : undefined, () => api.timeZones(country, region));

  const defaults = useMemo(() => defaultChoices(lang), [lang]);
  const practice = useMemo<PracticeChoices>(() => {
    const free = failed ? nothing : undefined;
    const narrow = narrowed.failed ? data?.timezones : narrowed.data;
    return {
      countries: known?.countries ?? defaults.countries,
      regions: regions ?? free,
      timeZones: (isNarrowed ? narrow : data?.timezones) ?? free,
      roles: data?.roles,
      isLoading: options.isLoading || narrowed.isLoading,
    };
  }, [known, regions, data, failed, isNarrowed, narrowed.data, narrowed.failed, options.isLoading, narrowed.isLoading, defaults]);

  return {
    person: known ?? defaults.person,
    practice,
    questions: parent.data?.securityQuestions ?? nothing,
    isLoading: known === undefined && !failed,
    retry: failed ? options.retry : undefined,
  };
}
