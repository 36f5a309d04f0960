import type { RunOptions } from 'axe-core';

/** The rules whose result depends on language or theme: contrast, and names that lack a text. */
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

/** axe's options for a story. Passes aren't listed node by node, and the provider's frames are left to the provider: both cost more than the rules. */
export const axeOptions: RunOptions = {
  resultTypes: ['violations', 'incomplete'],
  iframes: false,
  preload: false,
  // Every rule once, in the first look; in the next ones those whose answer can differ. `test:long` asks all of them everywhere.
  ...(import.meta.env['COJOIN_AXE'] === 'look' ? { runOnly: ofALook } : {}),
};
