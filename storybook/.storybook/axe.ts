import type { RunOptions } from 'axe-core';

/** What can come out otherwise in another language or theme: contrast, and names that nobody has put into words. */
const ofALook = [
  'color-contrast',
  'link-in-text-block',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'button-name',
  'frame-title',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'empty-heading',
  'valid-lang',
];

/** How axe looks at a story. What passes isn't listed node by node, and the provider's frames are left to the provider: both cost more than the rules. */
export const axeOptions: RunOptions = {
  resultTypes: ['violations', 'incomplete'],
  iframes: false,
  preload: false,
  // Every rule once, in the first look; in the next ones those whose answer can differ. `test:long` asks all of them everywhere.
  ...(import.meta.env['COJOIN_AXE'] === 'look' ? { runOnly: ofALook } : {}),
};
