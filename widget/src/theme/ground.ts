import { colourBehind, isLegibleOn } from './groundColour.js';
import { schemeAround, type Scheme } from './scheme.js';

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
  const colour = colourBehind(root);
  if (colour === 'Canvas') return schemeAround(root) === scheme ? colour : undefined;
  return colour && isLegibleOn(colour, scheme) ? colour : undefined;
}
