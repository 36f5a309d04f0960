import type { Region } from '../../client/types.js';
import { ChoiceField, SelectField, TextField } from '../../fields/index.js';
import type { Bound } from '../../flow/form.js';
import { useText, type TextCode } from '../../i18n/useText.js';

export interface RegionFieldProps extends Bound<string> {
  country: string;
  /** Of the country; none: free text; undefined while they are on their way. */
  regions: readonly Region[] | undefined;
}

const words: Readonly<Record<string, readonly [label: TextCode, placeholder: TextCode]>> = {
  US: ['pro_state', 'pro_state_choose'],
  AU: ['pro_state', 'pro_state_choose'],
  MX: ['pro_state', 'pro_state_choose'],
  CA: ['pro_province', 'pro_province_choose'],
};

/** State, province or region, by what the country calls it. */
export function RegionField({ country, regions, ...field }: RegionFieldProps) {
  const say = useText();
  const [label, placeholder] = words[country] ?? ['pro_region', 'pro_region_choose'];
  if (!regions) return <SelectField {...field} value="" label={say(label)} placeholder={say('pro_loading')} options={[]} isDisabled isRequired />;
  if (regions.length === 0) return <TextField {...field} label={say(label)} autoComplete="address-level1" autoCapitalize="words" isRequired />;
  return (
    <ChoiceField
      {...field}
      label={say(label)}
      placeholder={say(placeholder)}
      emptyLabel={say('pro_no_match')}
      options={regions.map(({ code, name }) => ({ value: code, label: name }))}
      autoComplete="address-level1"
      isRequired
    />
  );
}
