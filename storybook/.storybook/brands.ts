import harbor from '../../examples/brands/harbor.json' with { type: 'json' };
import night from '../../examples/brands/night.json' with { type: 'json' };
import sahar from '../../examples/brands/sahar.json' with { type: 'json' };

/** The brands of `examples/brands` by name: JSON as a host writes it. */
export const brands: Readonly<Record<string, object>> = { harbor, night, sahar };

/** The toolbar's switch of brands. */
export const brandToolbar = {
  description: 'Brand of the host or the operator',
  toolbar: {
    title: 'Brand',
    icon: 'paintbrush' as const,
    dynamicTitle: true,
    items: [
      { value: 'cojoin', title: 'As shipped' },
      { value: 'harbor', title: 'Harbor, with a logo' },
      { value: 'night', title: 'Night, dark' },
      { value: 'sahar', title: 'Sahar, on a page that reads from right to left' },
    ],
  },
};

/** Returns the chosen brand as JSON; undefined for ours. */
export function brandOf(globals: Record<string, unknown>): string | undefined {
  const brand = brands[String(globals['brand'])];
  return brand && JSON.stringify(brand);
}

/** Returns the text direction of a brand's host page. */
export function directionOf(globals: Record<string, unknown>): 'ltr' | 'rtl' {
  return globals['brand'] === 'sahar' ? 'rtl' : 'ltr';
}
