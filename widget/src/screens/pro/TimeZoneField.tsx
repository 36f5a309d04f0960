import type { TimeZone } from '../../client/types.js';
import { ChoiceField, SelectField, TextField } from '../../fields/index.js';
import type { Bound } from '../../flow/form.js';
import { useText } from '../../i18n/useText.js';

export interface TimeZoneFieldProps extends Bound<string> {
  /** Of the country and region as they are now; undefined while they are on their way. */
  timeZones: readonly TimeZone[] | undefined;
}

/** The time zone: a list where there are several, preset and out of reach where there is one, free text where none is known. */
export function TimeZoneField({ timeZones, ...field }: TimeZoneFieldProps) {
  const say = useText();
  const label = say('pro_timezone');
  if (timeZones?.length === 0) return <TextField {...field} label={label} description={say('pro_timezone_free')} autoComplete="off" isRequired />;
  const options = (timeZones ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (options.length > 1) {
    return (
      <ChoiceField
        {...field}
        label={label}
        placeholder={say('pro_timezone_choose')}
        emptyLabel={say('pro_no_match')}
        options={options}
        autoComplete="off"
        isRequired
      />
    );
  }
  const only = options[0];
  return (
    <SelectField
      {...field}
      value={only?.value ?? ''}
      label={label}
      description={only && say('pro_timezone_only')}
      placeholder={only ? undefined : say('pro_loading')}
      options={options}
      isDisabled
      isRequired
    />
  );
}

/** What the time zone becomes when other ones are on offer: the only one, or what was chosen as long as it is still among them. */
export function fittingTimeZone(chosen: string, timeZones: readonly TimeZone[] | undefined): string {
  if (timeZones === undefined || timeZones.length === 0) return chosen;
  const [only] = timeZones;
  if (timeZones.length === 1 && only) return only.id;
  return timeZones.some(({ id }) => id === chosen) ? chosen : '';
}
