import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { fake } from './vite/fake.ts';
import { languageTable } from './src/i18n/language.ts';
import { browsers } from './vite/browsers.ts';
import { lean } from './vite/lean.ts';
import { listeners } from './vite/listeners.ts';
import { pages } from './vite/pages.ts';
import { sheets } from './vite/sheets.ts';
import { defined } from './vite/version.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules shared by the screens after the first. */
const stepModules = [
  /\/src\/flow\/(BackLink|StepTop|Submit|buyer|duplicate|lookup|registration|task)\.tsx?$/,
  /\/src\/form\/(Form|FormField|PhoneFields|TableFields|countryCode|draft|form)\.tsx?$/,
  /\/src\/fields\/(SelectField|TextField)\.tsx$/,
  /\/src\/rules\/(rule|text)\.ts$/,
  /\/src\/checkout\/(purchased|views\/useSlow)\.ts$/,
  /\/src\/(client\/signup|parts\/(StepDots|Banner))\.tsx?$/,
  /\/node_modules\/valibot\//,
];

/**
 * The hosted page and the embedded core, in one build that shares every chunk. The server serves
 * dist/assets under /embed/assets and dist/join/index.html under /app/join. vite.loader.config.ts builds the loader
 * (dist/embed/cojoin.js) afterward, because it names this build's files.
 */
export default defineConfig(({ mode }) => ({
  root: at('.'),
  base: '/embed/',
  publicDir: at('./public'),
  define: defined,
  plugins: [
    lean(),
    listeners(),
    sheets(),
    react(),
    { ...optimizeLocales.vite({ locales: Object.values(languageTable).map(({ region }) => region) }), enforce: 'pre' },
    mode === 'fake' && fake(),
    pages(),
  ],
  resolve: { dedupe: ['react', 'react-dom'] },
  // Finds dependencies before the start: one first met on a later screen would reload the page.
  optimizeDeps: { entries: ['src/hosted/main.tsx', 'src/elements.ts'] },
  server: {
    fs: { allow: [at('..')] },
    // Calls go to `make dev`, or to the server in COJOIN_SERVER.
    proxy:
      mode === 'fake' ? {} : Object.fromEntries(['/v1', '/v2', '/pub', '/login'].map((path) => [path, { target: devServer(), changeOrigin: true }])),
  },
  build: {
    // vite/swap.mjs moves the complete build to dist.
    outDir: at('./node_modules/.dist/next'),
    emptyOutDir: true,
    target: browsers,
    // Outside the files that the server serves.
    manifest: 'manifest.json',
    // Only the hosted page preloads: elsewhere the links would stay in the host's head after destroy().
    modulePreload: { polyfill: false, resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []) },
    rollupOptions: {
      input: {
        join: at('./join/index.html'),
        embed: at('./src/embed/element.ts'),
        frame: at('./src/embed/frame.ts'),
        doctor: at('./src/embed/doctor.ts'),
      },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        // The common start of page and element is one file, because on a slow phone each file is another round trip. A page with the flow in a
        // frame needs none of it, and a page without a brand needs no brand code.
        codeSplitting: {
          groups: [
            {
              name: 'first',
              tags: ['$initial'],
              minShareCount: 2,
              test: (id) => !/\/(embed\/(attribute|frameMessage|kind)|theme\/groundColor)\.ts$|\/(src|sdk)\/brand\//.test(id),
            },
            // The common start of both ways to embed.
            { name: 'attribute', test: /\/embed\/(attribute|kind)\.ts$/ },
            // A language's sentences of every screen after the first: three files of sdk/text, always loaded together.
            { name: (id) => /\/sdk\/text\/(\w+)\/(?:problem|rule|screen)\.json$/.exec(id)?.[1]?.concat('-step') ?? null },
            // The common code of every screen after the first, including forms: one file is three kilobytes less than twenty, and one round trip.
            { name: 'step', test: (id) => stepModules.some((pattern) => pattern.test(id)) },
          ],
        },
      },
    },
  },
  // Chunks are resolved relative to the importing chunk, so that a page of another origin can load them from ours.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
}));

function devServer(): string {
  return process.env.COJOIN_SERVER ?? 'http://127.0.0.1:8080';
}
