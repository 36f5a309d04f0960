import type { Region } from '../../client/types.js';
import { ListField } from '../../fields/index.js';
import type { Bound } from '../../flow/form.js';
import { useText, type TextCode } from '../../i18n/useText.js';

export interface RegionFieldProps extends Bound<string> {
  country: string;
  /** Of the country; none: free text; undefined while they are loaded. */
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
  return (
    <ListField
      {...field}
      label={say(label)}
      placeholder={say(placeholder)}
      loadingLabel={say('pro_loading')}
      options={regions?.map(({ code, name }) => ({ value: code, label: name }))}
      autoComplete="address-level1"
      isRequired
    />
  );
}
