import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { languageTable } from './src/i18n/language.ts';
import { browsers } from './vite/browsers.ts';
import { lean } from './vite/lean.ts';
import { listeners } from './vite/listeners.ts';
import { defined } from './vite/version.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const entries: Readonly<Record<'own' | 'shared', Record<string, string>>> = {
  own: { elements: at('./src/elements.ts'), guest: at('./src/embed/guest.ts') },
  shared: { index: at('./src/index.ts'), react19: at('./src/react19.ts') },
};

/** Keeps the flow with its own React in a separate build, which is loaded by its file name. */
const apart = (): Plugin => ({
  name: 'cojoin:apart',
  resolveId: (id) => (id === './guest.js' ? { id: './own/guest.js', external: true } : undefined),
  enforce: 'pre',
});

/**
 * The npm package in lib/: ES modules and one sheet. It bundles everything except React, so that it can't clash with the host's packages (its own
 * router, its own i18next), and so that lean() still applies. `--mode own` builds the parts that include React, in lib/own: the custom
 * elements, and the flow of the components for any React. tsc writes the types beside it.
 */
export default defineConfig(({ mode }) => {
  const isOwn = mode === 'own';
  return {
    root: at('.'),
    publicDir: false as const,
    plugins: [
      !isOwn && apart(),
      lean(),
      listeners(),
      react(),
      { ...optimizeLocales.vite({ locales: Object.values(languageTable).map(({ region }) => region) }), enforce: 'pre' as const },
      isOwn && sheetless(),
    ],
    // A library's build would leave React's switch to the application; ours must set it.
    define: { ...defined, ...(isOwn && { 'process.env.NODE_ENV': '"production"' }) },
    build: {
      outDir: at(isOwn ? './lib/own' : './lib'),
      emptyOutDir: true,
      target: browsers,
      license: { fileName: 'LICENSES.md' },
      lib: {
        entry: entries[isOwn ? 'own' : 'shared'],
        formats: ['es' as const],
        cssFileName: 'style',
      },
      rollupOptions: {
        external: isOwn ? [] : /^react(-dom)?($|\/)/,
        output: {
          chunkFileNames: 'chunks/[name]-[hash].js',
          // For hooks and effects: frameworks with server components need this directive.
          banner: (chunk: { isEntry: boolean }) => (chunk.isEntry ? "'use client';" : ''),
        },
      },
    },
  };
});

/** Both builds have the same sheet: one of them is enough. */
function sheetless(): Plugin {
  return {
    name: 'cojoin:sheetless',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const name of Object.keys(bundle)) if (name.endsWith('.css')) delete bundle[name];
      },
    },
  };
}
