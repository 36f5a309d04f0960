import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { languageTable } from './src/i18n/language.ts';
import { browsers } from './vite/browsers.ts';
import { lean } from './vite/lean.ts';
import { listeners } from './vite/listeners.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The npm package in lib/: ES modules, one sheet, React from outside. Everything else is inside, so that it can't clash with what
 * the host has of the same name (its own router, its own i18next), and what lean() leaves out stays out. tsc writes the types beside it.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  plugins: [
    lean(),
    listeners(),
    react(),
    { ...optimizeLocales.vite({ locales: Object.values(languageTable).map(({ region }) => region) }), enforce: 'pre' },
  ],
  build: {
    outDir: at('./lib'),
    emptyOutDir: true,
    target: browsers,
    license: { fileName: 'LICENSES.md' },
    lib: {
      entry: { index: at('./src/index.ts'), elements: at('./src/elements.ts') },
      formats: ['es'],
      cssFileName: 'style',
    },
    rollupOptions: {
      external: /^react(-dom)?($|\/)/,
      output: {
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Hooks and effects: frameworks with server components have to be told.
        banner: (chunk) => (chunk.isEntry ? "'use client';" : ''),
      },
    },
  },
});
