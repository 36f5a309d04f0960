import type { TimeZone } from '../../client/types.js';
import { ListField } from '../../fields/index.js';
import type { Bound } from '../../flow/form.js';
import { useText } from '../../i18n/useText.js';

export interface TimeZoneFieldProps extends Bound<string> {
  /** Of the country and region as they are now; undefined while they are loaded. */
  timeZones: readonly TimeZone[] | undefined;
}

/** The time zone: a list where there are several, preset and out of reach where there is one, free text where none is known. */
export function TimeZoneField({ timeZones, ...field }: TimeZoneFieldProps) {
  const say = useText();
  const isOnly = timeZones?.length === 1;
  const isFree = timeZones?.length === 0;
  return (
    <ListField
      {...field}
      label={say('pro_timezone')}
      description={isOnly ? say('pro_timezone_only') : isFree ? say('pro_timezone_free') : undefined}
      placeholder={say('pro_timezone_choose')}
      loadingLabel={say('pro_loading')}
      options={timeZones?.map(({ id, name }) => ({ value: id, label: name }))}
      autoComplete="off"
      isDisabled={isOnly || timeZones === undefined}
      isRequired
    />
  );
}
