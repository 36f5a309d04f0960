/** Red, green and blue, linear, from 0 to 1. */
type Linear = readonly [number, number, number];

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

/** Reads a color as browsers compute it: `rgb(…)`, `color(srgb …)`, `oklab(…)` or `oklch(…)`. A color outside sRGB becomes the nearest one inside. */
function linearOf(computed: string): Linear | undefined {
  const [, space = '', inside = ''] = /^(rgba?|color|oklab|oklch)\((?:srgb )?([^)]*)\)$/.exec(computed) ?? [];
  const numbers = inside
    .replace(/\/.*/, '')
    .split(/[ ,]+/)
    .filter(Boolean)
    .map((part) => (part === 'none' ? 0 : Number.parseFloat(part)));
  const [a = 0, b = 0, c = 0] = numbers;
  switch (space) {
    case 'rgb':
    case 'rgba':
      return [linear(a / 255), linear(b / 255), linear(c / 255)];
    case 'color':
      return [linear(a), linear(b), linear(c)];
    case 'oklab':
      return fromOklab(a, b, c);
    case 'oklch':
      return fromOklab(a, b * Math.cos((c * Math.PI) / 180), b * Math.sin((c * Math.PI) / 180));
    default:
      return undefined;
  }
}

/** Björn Ottosson's matrices, as in CSS Color 4. */
function fromOklab(lightness: number, a: number, b: number): Linear {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const within = (channel: number) => Math.min(1, Math.max(0, channel));
  return [
    within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Returns the WCAG contrast of two computed colors, from 1 to 21; undefined if one of them can't be read. */
export function contrast(words: string, ground: string): number | undefined {
  const [one, other] = [words, ground].map((computed) => {
    const channels = linearOf(computed);
    return channels && 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
  });
  return one === undefined || other === undefined ? undefined : (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
