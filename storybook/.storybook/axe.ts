import type { RunOptions } from 'axe-core';

/** The rules that depend on language or theme: contrast, and missing names. */
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

/** axe's options for a story. Passes aren't listed node by node, and the provider's frames are the provider's to test: both cost more than the rules. */
export const axeOptions: RunOptions = {
  resultTypes: ['violations', 'incomplete'],
  iframes: false,
  preload: false,
  // The first look runs every rule, the next ones only the rules that can differ. `test:long` runs all of them everywhere.
  ...(import.meta.env['COJOIN_AXE'] === 'look' ? { runOnly: ofALook } : {}),
};
