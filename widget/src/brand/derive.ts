import { rows } from './read.js';

/**
 * The custom properties of a brand. Where it has a text or a card of its own, the quiet words, edges and recessed areas that it doesn't name are mixed
 * from the two, so that no shipped grey is left beside them; the accent's own tints follow it in the style sheet. The ground of an embedded flow
 * is the page's: it isn't mixed.
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
