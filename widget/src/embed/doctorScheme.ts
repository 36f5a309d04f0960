import type { Finding } from './report.js';

/** Reports whether a background is so dark that a light flow looks out of place. */
const isDark = (luminance: number) => luminance <= 0.06;
/** Reports whether a background is so bright that a dark flow looks out of place. */
const isBright = (luminance: number) => luminance >= 0.75;

/** Compares the flow's color scheme with the page's background. They differ, for example, if a dark page doesn't declare its color-scheme. */
export function schemeFinding(element: HTMLElement): Finding {
  const root = element.querySelector<HTMLElement>('.cojoin-root');
  const shown = root?.dataset['theme'] ?? element.getAttribute('theme') ?? 'auto';
  const ground = groundOf(element);
  const text = (scheme: string) => `The background of the page is ${scheme} (${ground?.color}), `;
  if (ground && shown === 'light' && isDark(ground.luminance)) {
    const cure = 'Declare color-scheme: dark on <html>, or set theme="dark".';
    return { check: 'color_scheme', isOk: false, text: `${text('dark')}but the flow is light. ${cure}` };
  }
  if (ground && shown === 'dark' && isBright(ground.luminance)) {
    const cure = 'Set theme="light", or remove color-scheme: dark.';
    return { check: 'color_scheme', isOk: false, text: `${text('bright')}but the flow is dark. ${cure}` };
  }
  return { check: 'color_scheme', isOk: true, text: 'No difference found between the color scheme of the flow and the background of the page.' };
}

/** Returns the background color behind the element, or undefined if the background isn't one opaque color. */
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
