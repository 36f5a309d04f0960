import { rows } from './read.js';

/**
 * Returns a brand's custom properties. If the brand has its own text or card color, its unnamed quiet words, edges and recessed areas are mixed from
 * those two, so that no shipped gray stays beside them. The style sheet derives the accent's tints. The background of an embedded flow
 * belongs to the page, and isn't mixed.
 */
export function propertiesOf(tokens: Readonly<Record<string, string>>): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(tokens)) properties[`--cojoin-${name}`] = value;
  for (const dark of ['', 'dark-'] as const) {
    const text = tokens[`${dark}text`];
    const surface = tokens[`${dark}surface`];
    if (text === undefined && surface === undefined) continue;
    const scheme = dark ? 'dark' : 'light';
    const words = text ?? shipped('text', scheme);
    const ground = surface ?? shipped('surface', scheme);
    for (const [name, { mix }] of Object.entries(rows)) {
      if (mix === undefined || name === 'canvas') continue;
      properties[`--cojoin-${dark}${name}`] ??= `color-mix(in oklab, ${words} ${mix}%, ${ground})`;
    }
  }
  return properties;
}

function shipped(name: 'text' | 'surface', scheme: 'light' | 'dark'): string {
  return rows[name]?.[scheme] ?? '';
}
