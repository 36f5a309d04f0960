import type { Scheme } from './scheme.js';

/** Report whether a background is bright enough for our light colors, or dark enough for our dark ones. */
const limits: Record<Scheme, (luminance: number) => boolean> = { light: (l) => l >= 0.75, dark: (l) => l <= 0.06 };

/** Returns the page's color behind an element, as `rgb(…)`: `Canvas` if it has none, undefined if it isn't one plain color. */
export function colorBehind(element: HTMLElement): string | undefined {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== 'none') return undefined;
    const [, , , alpha = 1] = channelsOf(backgroundColor) ?? [0, 0, 0, 0.5];
    if (alpha > 0) return alpha < 1 ? undefined : backgroundColor;
  }
  return 'Canvas';
}

/** Reports whether a scheme's text is legible on a color. */
export function isLegibleOn(color: string, scheme: Scheme): boolean {
  const [red = 0, green = 0, blue = 0] = channelsOf(color) ?? [];
  return limits[scheme](0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue));
}

const channelsOf = (color: string) => /^rgba?\((.*)\)$/.exec(color)?.[1]?.split(', ').map(Number);

const linear = (channel: number) => (channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
