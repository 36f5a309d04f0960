import type { Finding } from './report.js';

/** Reports whether a light flow stands out on so dark a ground. */
const isDark = (luminance: number) => luminance <= 0.06;
const isBright = (luminance: number) => luminance >= 0.75;

/** Compares the flow's scheme with that of the page around it: a dark page without a declared scheme gets a light flow. */
export function schemeFinding(element: HTMLElement): Finding {
  const root = element.querySelector<HTMLElement>('.cojoin-root');
  const shown = root?.dataset['theme'] ?? element.getAttribute('theme') ?? 'auto';
  const ground = groundOf(element);
  const text = (said: string) => `The page around the flow is ${said} (${ground?.color}) `;
  if (ground && shown === 'light' && isDark(ground.luminance)) {
    const cure = 'say color-scheme: dark on <html>, or set theme="dark".';
    return { check: 'color_scheme', isOk: false, text: `${text('dark')}and doesn’t say so, so that the flow is light: ${cure}` };
  }
  if (ground && shown === 'dark' && isBright(ground.luminance)) {
    const cure = 'set theme="light", or take color-scheme: dark away.';
    return { check: 'color_scheme', isOk: false, text: `${text('bright')}and the flow is dark: ${cure}` };
  }
  return { check: 'color_scheme', isOk: true, text: 'The flow is as dark or as light as the page around it.' };
}

/** Returns the nearest color behind the element; undefined if it isn't one plain color. */
function groundOf(element: HTMLElement): { color: string; luminance: number } | undefined {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage && backgroundImage !== 'none') return undefined;
    const [red = 0, green = 0, blue = 0, alpha = 1] = /^rgba?\((.*)\)$/.exec(backgroundColor)?.[1]?.split(', ').map(Number) ?? [0, 0, 0, 0];
    if (alpha === 1) return { color: backgroundColor, luminance: 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) };
    if (alpha > 0) return undefined;
  }
  return undefined;
}

const linear = (channel: number) => (channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
