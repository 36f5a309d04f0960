import { schemeAround, type Scheme } from './scheme.js';

/** How bright a ground has to be at least for our light colours to be read on it, and at most for the dark ones. */
const limits: Record<Scheme, (luminance: number) => boolean> = { light: (l) => l >= 0.75, dark: (l) => l <= 0.06 };

/**
 * Lets the page's own ground be seen around our cards where our words can be read on it, and else paints ours: on a picture, in the middle of the
 * scale, or on the ground of the other scheme. What drawings cut out of the ground takes the page's colour, too.
 */
export function settleGround(root: HTMLElement, scheme: Scheme): void {
  const ground = groundAround(root, scheme);
  root.dataset['ground'] = ground ? 'page' : 'own';
  if (ground) root.style.setProperty('--cj-canvas', ground);
  else root.style.removeProperty('--cj-canvas');
}

function groundAround(root: HTMLElement, scheme: Scheme): string | undefined {
  for (let at = root.parentElement; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== 'none') return undefined;
    const [red = 0, green = 0, blue = 0, alpha = 1] = /^rgba?\((.*)\)$/.exec(backgroundColor)?.[1]?.split(', ').map(Number) ?? [0, 0, 0, 0.5];
    if (alpha === 0) continue;
    if (alpha < 1) return undefined;
    const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    return limits[scheme](luminance) ? backgroundColor : undefined;
  }
  return schemeAround(root) === scheme ? 'Canvas' : undefined;
}

const linear = (channel: number) => (channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
