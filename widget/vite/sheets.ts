import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const helper = fileURLToPath(new URL('../src/embed/sheets.ts', import.meta.url));

/** Loads the sheets of chunks through our own code, so that destroy() can remove them from the host's head. */
export function sheets(): Plugin {
  return {
    name: 'cojoin:sheets',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === '\0vite/preload-helper.js' ? helper : undefined),
  };
}
