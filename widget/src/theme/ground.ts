import { colorBehind, isLegibleOn } from './groundColor.js';
import { schemeAround, type Scheme } from './scheme.js';

/**
 * Shows the page's own background (in code: ground) around our cards if our text is readable on it. Otherwise it paints our background: over a picture,
 * or if the page's background is neither light nor dark, or fits the other scheme. Cutouts in drawings take the page's color, too.
 */
export function settleGround(root: HTMLElement, scheme: Scheme): void {
  const ground = groundAround(root, scheme);
  root.dataset['ground'] = ground ? 'page' : 'own';
  if (ground) root.style.setProperty('--cj-canvas', ground);
  else root.style.removeProperty('--cj-canvas');
}

function groundAround(root: HTMLElement, scheme: Scheme): string | undefined {
  const color = colorBehind(root);
  if (color === 'Canvas') return schemeAround(root) === scheme ? color : undefined;
  return color && isLegibleOn(color, scheme) ? color : undefined;
}
